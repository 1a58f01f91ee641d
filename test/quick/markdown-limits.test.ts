import { describe, expect, test } from 'vitest'
import { render } from '../../src/markdown/render'
import { html, inline, realm } from '../kit/markdown-realm'

/** Somebody of whom each mention is long. */
const longNamedUser = () => ({ id: 9, full_name: '&'.repeat(100) })

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

  test('a table of more than 5,000 cells is text', () => {
    expect(html(table(49))).toContain('<table>')
    expect(html(table(50))).not.toContain('<table>')
  })

  test('tables share these 5,000 cells', () => {
    expect(count(html(`${table(29)}\n${table(29)}\n${table(9)}`), /<table>/g)).toBe(2)
  })

  test('formulas, emoji and colours beyond 120,000 characters are as they were written', () => {
    const formulas = inline('$$\\hat a$$ '.repeat(900))
    expect(count(formulas, /class="katex"/g)).toBeGreaterThan(100)
    expect(formulas).toMatch(/<span class="tex-error">\$\$\\hat a\$\$<\/span> ?$/)
    expect(html('😀'.repeat(2500))).toMatch(/<span [^>]*emoji-1f600.*<\/span>(?:😀)+<\/p>$/)
    expect(html(':smile:'.repeat(1400))).toMatch(/emoji-1f642.*<\/span>(?::smile:)+<\/p>$/)
    expect(html(`\`\`\`js\n${'a.b;'.repeat(2400)}\n\`\`\``)).toMatch(
      /<span class="n">a<\/span>.*(?:a\.b;){100}\n<\/code>/,
    )
  })

  test('200 formulas are tried, and the others shown as they are written', () => {
    const shown = inline('$$\\zork$$ '.repeat(200) + '$$x$$')
    expect(shown).not.toContain('class="katex"')
    expect(inline('$$\\zork$$ '.repeat(199) + '$$x$$')).toContain('class="katex"')
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

  test.each([
    `\\edef\\a{xx}${'\\edef\\a{\\a\\a}'.repeat(40)}\\a`,
    `\\def\\a{${'x'.repeat(1000)}}${'\\a'.repeat(480)}`,
    `\\newcommand\\a{${'x'.repeat(400)}}${'\\a'.repeat(200)}`,
    '\\renewcommand\\a{x}\\a',
    '\\providecommand\\a{x}\\a',
    '\\gdef\\a{x}\\a',
    '\\xdef\\a{x}\\a',
    '\\global\\def\\a{x}\\a',
    '\\long\\def\\a{x}\\a',
    '\\let\\a=x\\a',
    '\\futurelet\\a xy',
    '\\tag*{x}\\df@tag\\df@tag',
    '\\bra@ket{(}{x}{y}{)}{a|b}',
    'x\\\\\\def\\a{x}\\a',
    '\\message{x}',
    '\\errmessage{x}',
    '\\show\\x',
  ])('a formula is an error that defines what it says or more: %s', (tex) => {
    expect(inline(`$$${tex}$$`)).toContain('class="tex-error"')
    expect(html(`\`\`\`math\n${tex}\n\`\`\``)).toContain('class="tex-error"')
  })

  test.each(['\\leq', 'a \\\\ let', '\\longrightarrow', '\\Set{x|y}', '\\Braket{a|b|c}', '\\char`x'])(
    'what only looks so is none: %s',
    (tex) => {
      expect(inline(`$$${tex}$$`)).toContain('class="katex"')
    },
  )

  test('a word with many addresses that are none is read a few times', () => {
    expect(inline(':a.com/('.repeat(1000))).not.toContain('<a')
  })

  test('more than 200,000 bytes of HTML are refused', () => {
    const shown = html('@**|9**,'.repeat(300), { user: longNamedUser })
    expect(shown.length).toBeLessThanOrEqual(200_000)
    expect(() => html('@**|9**,'.repeat(400), { user: longNamedUser })).toThrow('Message is too complex to be shown')
  })
})
