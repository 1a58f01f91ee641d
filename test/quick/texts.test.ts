/** The compiler of the client's texts: messages in ICU MessageFormat become strings and functions. */
import { expect, test } from 'vitest'
import { compileTexts } from '../../dev/texts/compile.ts'
import { expressionOf, parametersOf, parseMessage } from '../../dev/texts/message.ts'
import { formatNumber, pluralForm, setLanguage } from '../../web/i18n/format.ts'

/** The text or function that a message becomes. */
function compileText(text: string, language = 'en'): unknown {
  setLanguage(language)
  const message = parseMessage(text)
  const code = expressionOf(message, [...parametersOf(message).keys()])
  // oxlint-disable-next-line typescript/no-implied-eval -- this is what the compiler writes code for
  return new Function('n', 'p', `return ${code}`)(formatNumber, pluralForm) as unknown
}

type Render = (...parameters: readonly unknown[]) => string

const renderText = (text: string, parameters: readonly unknown[], language?: string): string =>
  (compileText(text, language) as Render)(...parameters)

test('a text without parameters is a string, whatever is in it', () => {
  for (const text of ['Plain', '“Quoted”', 'back` tick', '${x} \\', 'a <b> #'])
    expect(compileText(text.replaceAll('{', "'{'").replaceAll('}', "'}'"))).toBe(text)
})

test('parameters are in the order of their use; numbers are those of the language', () => {
  expect(renderText('{name}: {count, number} of {all, number}', ['Ada', 1200, 5])).toBe('Ada: 1,200 of 5')
  expect(renderText('{count, number}', [1200], 'de')).toBe('1.200')
  expect(renderText('{name}', [7])).toBe('7')
})

test('plurals follow the rules of the language', () => {
  const english = '{count, plural, =0 {none} one {# message} other {# messages}}'
  expect([0, 1, 2, 1000].map((count) => renderText(english, [count]))).toEqual([
    'none',
    '1 message',
    '2 messages',
    '1,000 messages',
  ])
  const arabic = '{count, plural, zero {z} one {o} two {t} few {f} many {m} other {x}}'
  expect([0, 1, 2, 3, 11, 100].map((count) => renderText(arabic, [count], 'ar'))).toEqual([
    'z',
    'o',
    't',
    'f',
    'm',
    'x',
  ])
})

test('a choice is made by a yes or no, or by a word', () => {
  const yes = '{isOwn, select, true {your {name}} other {the {name}}}'
  expect(renderText(yes, [true, 'stream'])).toBe('your stream')
  expect(renderText(yes, [false, 'stream'])).toBe('the stream')
  expect(renderText('{kind, select, a {A} b {B} other {C}}', ['b'])).toBe('B')
  expect(renderText('{kind, select, a {A} b {B} other {C}}', ['?'])).toBe('C')
})

const note = (placeholders: Record<string, { type: string }>) => ({ description: 'x', placeholders })

/** The texts of two languages, compiled. */
const withTexts = (english: object, german: object): ReturnType<typeof compileTexts> =>
  compileTexts({}, (language) => (language === 'en' ? english : language === 'de' ? german : {}) as never)

test('functions take their parameters in the order of the placeholders, in every language', () => {
  const { functionOf, shape, errors } = withTexts(
    { 'app.of': '{name}, {count, number}', '@app.of': note({ count: { type: 'num' }, name: { type: 'String' } }) },
    { 'app.of': '{count, plural, other {# für {name}}}' },
  )
  expect(errors).toEqual([])
  expect(shape).toContain('readonly of: (count: number, name: string) => string')
  expect(functionOf('en', 'startup')).toContain('of:(a,b)=>`${b}, ${n(a)}`')
  expect(functionOf('de', 'startup')).toContain('of:(a,b)=>p(a,{other:`${n(a)} für ${b}`})')
})

test('what a language lacks is in English, with the plurals of English', () => {
  const text = '{count, plural, one {# day} other {# days}}'
  const { functionOf, missing, errors } = withTexts(
    {
      'app.days': text,
      '@app.days': note({ count: { type: 'num' } }),
      'app.name': 'x',
      '@app.name': { description: 'x' },
    },
    { 'app.name': 'y' },
  )
  expect(errors).toEqual([])
  expect(missing.get('de')).toEqual(['app.days'])
  expect(functionOf('de', 'startup')).toContain("p(a,{one:`${n(a)} day`,other:`${n(a)} days`},'en')")
})

test('unknown keys, other parameters, broken messages and missing notes are errors', () => {
  const { errors } = withTexts(
    {
      'app.a': '{name}',
      '@app.a': note({ name: { type: 'String' } }),
      'app.b': '{count, number}',
      '@app.b': note({ count: { type: 'String' } }),
      'app.c': 'without a note',
    },
    { 'app.a': '{nmae}', 'app.b': '{count', 'app.d': 'x' },
  )
  expect(errors).toEqual([
    'en: app.b: {count} is a num',
    'en: app.c has no description',
    'de: app.b: EXPECT_ARGUMENT_CLOSING_BRACE',
    'de: app.a: {nmae} is a String, but in en.json a stranger',
    'de: app.a does not use {name}',
    'de: app.d is no text of en.json',
  ])
})
