import { describe, expect, test } from 'vitest'
import { inline } from '../kit/markdown-realm'

describe('times', () => {
  test.each([
    ['2022-03-01T10:00:00+02:00', '2022-03-01T08:00:00Z'],
    ['2022-03-01T10:00:00Z', '2022-03-01T10:00:00Z'],
    ['2022-03-01T10:00', '2022-03-01T10:00:00Z'],
    ['2022-03-01 10:00', '2022-03-01T10:00:00Z'],
    ['2022-03-01', '2022-03-01T00:00:00Z'],
    ['2022-03-01T10:00:00.123-0530', '2022-03-01T15:30:00Z'],
    ['1646128800', '2022-03-01T10:00:00Z'],
    ['March 1 2022 3pm EST', '2022-03-01T20:00:00Z'],
    ['1 Mar 2022 15:00', '2022-03-01T15:00:00Z'],
    ['Tuesday, March 1st, 2022 at 3:30 p.m. CET', '2022-03-01T14:30:00Z'],
    ['3/1/2022', '2022-03-01T00:00:00Z'],
    ['2022/03/01 12am UTC', '2022-03-01T00:00:00Z'],
    ['Mar 2022', '2022-03-01T00:00:00Z'],
  ])('<time:%s> is %s', (written, datetime) => {
    expect(inline(`a<time:${written}>b`)).toBe(`a<time datetime="${datetime}">${written}</time>b`)
  })

  test.each(['nope', '', '2022-02-30', '2022-13-01', '25:99', '3pm 4pm', '99999999999999', '"<x', 'March 1 2022 13pm'])(
    '<time:%s> is no time',
    (written) => {
      const shown = written.replace('<', '&lt;')
      expect(inline(`<time:${written}>`)).toBe(`<span class="timestamp-error">Invalid time format: ${shown}</span>`)
    },
  )
})
