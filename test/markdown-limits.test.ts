import { describe, expect, test } from 'vitest'
import { render } from '../src/markdown/render'
import { html, inline, realm } from './markdown-realm'

const count = (text: string, part: RegExp): number => text.match(part)?.length ?? 0

const nestedFences = Array.from({ length: 100 }, (_, index) => `${'`'.repeat(103 - index)}quote`)

const table = (rows: number): string => `${'|a'.repeat(100)}\n${'|-'.repeat(100)}\n${'|\n'.repeat(rows)}`

/** Work is counted where it can be, so that these hold on any machine; the bench times the rest. */
describe('what is written to take long', () => {
  test.each([
    [16, 'quotes', `${'> '.repeat(100)}x`, /<blockquote>/g],
    [8, 'lists', `${'* '.repeat(100)}x`, /<ul>/g],
    [16, 'fences', `${nestedFences.join('\n')}\nx`, /<blockquote>/g],
    [5, 'lists in quotes', `${'> * '.repeat(50)}x`, /<ul>/g],
  ])('%i %s nest, and what is written deeper stays as text', (depth, _, content, opening) => {
    const rendered = html(content)
    expect(count(rendered, opening)).toBe(depth)
    expect(rendered).toMatch(/x<\/(?:p|li)>/)
  })

  test('each mention is looked up once', () => {
    let asked = 0
    const user = () => {
      asked += 1
      return null
    }
    render("'@**a".repeat(1000) + '**', { ...realm, user })
    expect(asked).toBeLessThanOrEqual(1000)
  })

  test('a linkifier that looks far ahead makes 500 links, and leaves the rest', () => {
    const linkifiers = [{ id: 1, pattern: 'x.*y|x', url_format: 'https://e.com/' }]
    expect(count(inline('x '.repeat(5000), { linkifiers }), /<a /g)).toBe(500)
  })

  test('a linkifier of empty matches makes none', () => {
    const linkifiers = [{ id: 1, pattern: '(?:.*y)?', url_format: 'https://e.com/' }]
    expect(inline(', '.repeat(100) + 'x', { linkifiers })).not.toContain('<a')
  })

  test('a huge linkifier gives up', () => {
    const linkifiers = [{ id: 1, pattern: '(?:abc?){300}y|x', url_format: 'https://e.com/' }]
    const links = count(inline('x '.repeat(5000), { linkifiers }), /<a /g)
    expect(links).toBeGreaterThan(0)
    expect(links).toBeLessThan(200)
  })

  test('a table of more than 10,000 cells is text', () => {
    expect(html(table(99))).toContain('<table>')
    expect(html(table(100))).not.toContain('<table>')
  })

  test('a formula of more than 2,000 characters is shown as it is written', () => {
    expect(inline(`$$${'x'.repeat(2000)}$$`)).toContain('class="katex"')
    expect(inline(`$$${'x'.repeat(2001)}$$`)).toContain('class="tex-error"')
  })

  test.each(['{', '\\frac{', '\\sqrt{', 'x^{', '\\text{', '\\left('])(
    'a formula of nothing but %o is an error',
    (part) => {
      expect(inline(`$$${part.repeat(2000 / part.length)}$$`)).toContain('class="tex-error"')
    },
  )

  test('a formula that doubles itself is an error', () => {
    expect(inline(`$$\\edef\\a{xx}${'\\edef\\a{\\a\\a}'.repeat(40)}\\a$$`)).toContain('class="tex-error"')
  })

  test('a word with many addresses that are none is read a few times', () => {
    expect(inline(':a.com/('.repeat(1000))).not.toContain('<a')
  })

  test('more than a million bytes of HTML are refused', () => {
    expect(() => html("'$$".repeat(3300))).toThrow('Message is too complex to be shown')
  })
})
