import * as fc from 'fast-check'
import { test } from 'vitest'
import { isLink } from '../../src/profile-fields/links'
import { fieldTypes, type FieldType } from '../../src/profile-fields/field-types'
import { profileValue } from '../../src/profile-fields/values'

const field = (type: FieldType) => ({ id: 1, type: type, name: 'F', hint: '', field_data: '{}', place: 0 })
const accepts = (type: FieldType, value: string | number[]): boolean => {
  try {
    profileValue(field(type), value, new Set())
    return true
  } catch {
    return false
  }
}

test('every day of the calendar is a date', () => {
  const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })

  fc.assert(fc.property(day, (one) => accepts(fieldTypes.date, one.toISOString().slice(0, 10))))
})

test('no other text is', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^\d{4}-\d{2}-\d{2}$/))

  fc.assert(
    fc.property(text, (one) => {
      const shown = new Date(`${one}T00:00:00Z`)
      const isDay = !Number.isNaN(shown.getTime()) && shown.toISOString().slice(0, 10) === one
      return accepts(fieldTypes.date, one) === isDay
    }),
  )
})

test('web addresses are links', () => {
  fc.assert(fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), isLink))
})

test('no other scheme is', () => {
  const scheme = fc.constantFrom('javascript', 'data', 'vbscript', 'file', 'ftp', ' https', 'java\nscript')

  fc.assert(fc.property(scheme, fc.string(), (name, rest) => !isLink(`${name}:${rest}`)))
})

test('a list of users contains no unknown user', () => {
  fc.assert(fc.property(fc.array(fc.integer(), { minLength: 1 }), (ids) => !accepts(fieldTypes.users, ids)))
})
