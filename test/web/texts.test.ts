import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '../../web')

/** Attributes whose texts people read or hear. */
const shown = new Set(['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label', 'name', 'advice'])

/** Components of ours take these as texts; as attributes of elements they are for programs. */
const ofComponents = new Set(['name', 'label', 'advice'])

/** Components whose `name` is that of a parameter or of a setting. */
const namedByParameter = new Set(['Field', 'LimitSetting'])

/** Texts that a source shows though they are not in the text files. */
function textsIn(path: string, source: string): string[] {
  const found: string[] = []
  const { program, errors } = parseSync(path, source)
  expect(errors).toEqual([])
  new Visitor({
    JSXText: ({ value }) => void (/\p{L}/u.test(value) && found.push(value.trim())),
    JSXExpressionContainer({ expression }) {
      if (expression.type !== 'Literal' || typeof expression.value !== 'string') return
      if (/\p{L}/u.test(expression.value)) found.push(expression.value)
    },
    JSXOpeningElement({ name: element, attributes }) {
      const isOwn = element.type !== 'JSXIdentifier' || /^[A-Z]/.test(element.name)
      for (const attribute of attributes) {
        if (attribute.type !== 'JSXAttribute' || attribute.value?.type !== 'Literal') continue
        const name = attribute.name.type === 'JSXIdentifier' ? attribute.name.name : ''
        const text = attribute.value.value
        const isParameter = name === 'name' && element.type === 'JSXIdentifier' && namedByParameter.has(element.name)
        if (!shown.has(name) || (ofComponents.has(name) && !isOwn) || isParameter) continue
        if (/\p{L}/u.test(text)) found.push(`${name}: ${text}`)
      }
    },
  }).visit(program)
  return found
}

const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.tsx') && !path.endsWith('gallery.tsx'),
)

test('the client shows no text that is not in its text files', () => {
  expect(sources.length).toBeGreaterThan(15)
  const texts = sources.flatMap((path) => {
    const found = textsIn(path, readFileSync(join(web, path), 'utf8'))
    return found.map((text) => `${path}: ${text}`)
  })
  expect(texts).toEqual([])
})

test('texts are found wherever they stand', () => {
  const source = `const x = <A name="Text one" size="m"><p class="no">Text two</p><img alt="Text three" name="no" hidden={false} />{'Text four'}</A>`
  expect(textsIn('x.tsx', source)).toEqual(['name: Text one', 'Text two', 'alt: Text three', 'Text four'])
})
