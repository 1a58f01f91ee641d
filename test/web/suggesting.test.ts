import { describe, expect, test } from 'vitest'
import { rank } from '../../web/lib/rank.ts'
import { triggerAt } from '../../web/features/conversation/compose/suggestions/trigger.ts'

describe('what is being named', () => {
  test.each([
    ['@ad', 'mention', 'ad'],
    ['Hello @', 'mention', ''],
    ['Hello @Ada Pa', 'mention', 'Ada Pa'],
    ['Hello (@ada', 'mention', 'ada'],
    ['@**Ada Pa', 'mention', 'Ada Pa'],
    ['@_ada', 'mention', 'ada'],
    ['one\n@ada', 'mention', 'ada'],
    ['see #ti', 'stream', 'ti'],
    ['see #**ti', 'stream', 'ti'],
    ['see #**tides>hi', 'topic', 'hi'],
    ['see #**tides>', 'topic', ''],
    ['great :tad', 'emoji', 'tad'],
    ['great :+1', 'emoji', '+1'],
    ['```py', 'language', 'py'],
    ['> ```py', 'language', 'py'],
    ['~~~', 'language', ''],
    ['/po', 'command', 'po'],
  ])('%j begins a %s', (text, kind, query) => {
    expect(triggerAt(text, text.length)).toMatchObject({ kind, query })
  })

  test.each([
    'ada@example',
    '@ ada',
    '@**Ada Park** ',
    'C#',
    '# heading',
    '#**tides** ',
    'at 10:30',
    ':)',
    ':p',
    ':smile:',
    'a `@ada',
    '```\n@ada',
    '```py\n:tada',
    '```\nx\n```',
    'one /po',
    '/poll ',
    '@ada\n',
  ])('%j begins nothing', (text) => {
    expect(triggerAt(text, text.length)).toBeNull()
  })

  test('it is where the caret is', () => {
    expect(triggerAt('Hello @ad and others', 9)).toEqual({ kind: 'mention', from: 6, query: 'ad', isSilent: false })
    expect(triggerAt('```\nx\n```\n@ada', 14)).toMatchObject({ kind: 'mention', from: 10 })
    expect(triggerAt('```py', 5)).toMatchObject({ from: 3 })
  })
})

describe('the order of what answers', () => {
  const people = ['Zoë Ada', 'Adam Stone', 'Ada Park', 'Bo Lindqvist', 'José Núñez', 'Ada', 'Canada Dry']

  test.each([
    ['ada', ['Ada', 'Ada Park', 'Adam Stone', 'Zoë Ada']],
    ['ADA P', ['Ada Park']],
    ['jose', ['José Núñez']],
    ['núñ', ['José Núñez']],
    ['lind', ['Bo Lindqvist']],
    ['zoe ', ['Zoë Ada']],
    ['nada', []],
    ['', ['Ada', 'Ada Park', 'Adam Stone']],
  ])('%j', (typed, expected) => {
    expect(
      rank(people, typed, { names: (name) => [name], maxResults: 4 }).slice(0, Math.max(expected.length, 1)),
    ).toEqual(expected)
  })

  test('is by weight among equally good ones, and by the best of several names', () => {
    const emoji = [['tada', 'party'], ['part_alternation'], ['apart'], ['party_popper'], ['after_party']]
    expect(
      rank(emoji, 'part', {
        names: (one) => one,
        weight: ([name]) => (name === 'party_popper' ? 0 : 1),
        maxResults: 8,
      }).map(([name]) => name),
    ).toEqual(['party_popper', 'part_alternation', 'tada', 'after_party'])
  })
})
