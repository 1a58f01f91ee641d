import { describe, expect, test } from 'vitest'
import { html, inline } from '../kit/markdown-realm'

describe('formulas', () => {
  test.each(['$$a+b$$', '$$ y $$', 'x $$y$$, z', '($$y$$)', '$$\\$5$$'])('%s is a formula', (content) => {
    expect(inline(content)).toMatch(/<span class="katex"><span class="katex-mathml"><math/)
  })

  test.each([' y ', 'y', '  a + b'])('%j keeps its spaces for whoever copies it', (tex) => {
    expect(inline(`$$${tex}$$`)).toContain(`<annotation encoding="application/x-tex">${tex}</annotation>`)
  })

  test.each(['$$_$$', '$x$', '$$$', '$$$$', '$5', 'a$$b$$c', 'a$$b$$', '$$b$$c', '$$$a$$$', '$$_a$$'])(
    '%s is none',
    (content) => {
      expect(inline(content)).toBe(content)
    },
  )

  test('a line break ends it', () => {
    expect(inline('$$a\nb$$')).toBe('$$a<br>\nb$$')
  })

  test('what TeX does not understand is an error', () => {
    expect(inline('$$\\zork<$$')).toBe('<span class="tex-error">$$\\zork&lt;$$</span>')
    expect(html('```math\n\\zork<\n```')).toBe('<p><span class="tex-error">\\zork&lt;</span></p>')
  })

  test('a block is displayed, its parts by themselves', () => {
    expect(html('```math\na\n\nb\n```')).toMatch(
      /^<p><span class="katex-display">.*<\/span>\n\n<span class="katex-display">.*<\/span><\/p>$/,
    )
  })

  test('a formula makes no link', () => {
    for (const tex of [
      '\\href{javascript:alert(1)}{x}',
      '\\url{http://x.com}',
      '\\includegraphics{http://x.com/y.png}',
    ])
      expect(inline(`$$${tex}$$`)).not.toMatch(/<(a|img) /)
  })
})
