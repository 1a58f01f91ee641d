import { describe, expect, test } from 'vitest'
import { languageNamed } from '../../src/markdown/code-languages'
import { html } from '../kit/markdown-realm'

const code = (text: string, name = '') =>
  `<div class="codehilite"${name === '' ? '' : ` data-code-language="${name}"`}><pre><span></span><code>${text}\n</code></pre></div>`

describe('fenced code', () => {
  test.each([
    ['```\nx < 1\n```', code('x &lt; 1')],
    ['~~~\nx\n~~~', code('x')],
    ['```\nx', code('x')],
    ['a\n```\nx\n```\nb', `<p>a</p>\n${code('x')}\n<p>b</p>`],
    ['```text\nx\n```', code('x', 'Text only')],
    ['```zork\nx < 1\n```', code('x &lt; 1', 'zork')],
    ['```"><script>\nx\n```', '<p>```"&gt;&lt;script&gt;<br>\nx</p>\n' + code('')],
    ['```\nx  \n\ny\n\n```', code('x\n\ny')],
    ['```\n```', code('')],
    ['```\n\n \n  x\n\n```', code('  x')],
    ['```\nx\n```\n    y', `${code('x')}\n${code('y')}`],
    ['````\n```\n~~~\n````', code('```\n~~~')],
    ['```\n:::py\n#!sh\n```', code(':::py\n#!sh')],
    ['```\n*a* :smile: @**Ada Park** http://x.com\n```', code('*a* :smile: @**Ada Park** http://x.com')],
    ['```latex\nx\n```', code('x', 'TeX')],
    ['```py2\nx\n```', code('<span class="n">x</span>', 'Python 2.x')],
    ['```\n#!/bin/python\nx\n```', code('<span class="ch">#!/bin/python</span>\n<span class="n">x</span>')],
    ['```\n#!/usr/bin/env zork\nx\n```', code('#!/usr/bin/env zork\nx')],
    [
      '```\n#!/usr/bin/env python\nx\n```',
      code('<span class="ch">#!/usr/bin/env python</span>\n<span class="n">x</span>'),
    ],
    ['```\nx\n#!/bin/python\n```', code('x\n#!/bin/python')],
    ['```zork title="x" {1,3}\ny\n```', code('y', 'zork')],
    ['``` zork{1,3}\ny\n```', code('y', 'zork')],
    ['```zork `\ny', '<p>```zork `<br>\ny</p>'],
    ['~~~zork `a`\ny\n~~~', code('y', 'zork')],
    ['``` (zork)\ny', '<p>``` (zork)<br>\ny</p>'],
    ['* a\n  ```zork\n  y\n    z\n  ```\n* b', `<ul>\n<li>a${code('y\n  z', 'zork')}\n</li>\n<li>b</li>\n</ul>`],
  ])('%o is %o', (content, expected) => {
    expect(html(content)).toBe(expected)
  })

  test.each([
    '```py',
    '``` py',
    '```.py',
    '```{.py}',
    '```{py} ',
    '~~~Python',
    '```python3',
    '```py title="x"',
    '```{.py hl="1"}',
  ])('%o opens Python', (opening) => {
    const fence = opening.slice(0, 3)
    expect(html(`${opening}\nx = 1\n${fence}`)).toBe(
      code('<span class="n">x</span> <span class="o">=</span> <span class="mi">1</span>', 'Python'),
    )
  })

  test.each([
    ['c++', 'C++'],
    ['JS', 'JavaScript'],
    ['objective-c', 'Objective-C'],
    ['yml', null],
  ])('%s is called %s', (word, name) => {
    expect(languageNamed(word)?.name ?? null).toBe(name)
  })

  test.each([
    ['js', 'const a = "b" // c', ['kd', 'n', 'o', 's2', 'c1']],
    ['python', 'def f(x):\n  return None # c', ['k', 'nf', 'p', 'n', 'p', 'p', 'k', 'kc', 'c1']],
    ['sql', "SELECT a FROM b -- c\nWHERE x = 'y'", ['k', 'n', 'k', 'n', 'c1', 'k', 'n', 'o', 's1']],
    ['html', '<a href="x">y</a>', ['nt', 'na', 's', 'nt', 'nt', 'nt']],
    ['diff', '@@ 1\n+a\n-b\n c', ['gu', 'gi', 'gd']],
    ['json', '{"a": 1.5}', ['p', 'nt', 'p', 'mf', 'p']],
    ['css', '/* a */ @media', ['cm', 'k']],
    ['c', '/* never closed', ['cm']],
    ['python', 'self in range(1)', ['bp', 'ow', 'nb', 'p', 'mi', 'p']],
    ['python', 'import os', ['kn', 'nn']],
    ['python', 'function = let', ['n', 'o', 'n']],
    ['c', 'self = def', ['n', 'o', 'n']],
    ['rust', 'let self', ['kd', 'bp']],
    ['go', 'package main', ['kn', 'nn']],
    ['sql', 'Select self', ['k', 'n']],
    ['tex', '\\frac{a}{b} % c', ['k', 'nb', 'nb', 'nb', 'nb', 'c']],
    ['ini', '; c\n[a]\nb.c = d e # f', ['c1', 'k', 'na', 'o', 's']],
    ['nasm', 'MOV eax, 1 ; c', ['nf', 'nb', 'p', 'mi', 'c1']],
    ['bash', '#!/bin/sh\necho x # y', ['ch', 'nb', 'n', 'c1']],
    ['json', 'true', ['kc']],
  ])('tokens of %s: %o', (language, source, classes) => {
    const rendered = html('```' + language + '\n' + source + '\n```')
    expect([...rendered.matchAll(/<span class="(\w+)">/g)].map((match) => match[1])).toEqual(classes)
    expect(rendered.replace(/^.*<code>/, '').replaceAll(/<[^>]*>/g, '')).toBe(
      `${source.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}\n`,
    )
  })

  test('without a language is in that of the realm, unless it says text', () => {
    const python = { default_code_block_language: 'python' }
    expect(html('```\nx\n```', python)).toBe(code('<span class="n">x</span>', 'Python'))
    expect(html('```text\nx\n```', python)).toBe(code('x', 'Text only'))
    expect(html('```\nx\n```', { default_code_block_language: 'quote' })).toBe('<blockquote>\n<p>x</p>\n</blockquote>')
  })
})

describe('indented code', () => {
  test.each([
    ['    indented', code('indented')],
    ['\tindented', code('indented')],
    ['a\n\n    b\n\n      c\n\nd', `<p>a</p>\n${code('b\n\n  c')}\n<p>d</p>`],
    ['a\n    b', '<p>a<br>\n    b</p>'],
    ['    :::py\n    x', code('<span class="n">x</span>')],
    ['    #!py\n    x', code('<span class="n">x</span>')],
    ['    #!/usr/bin/python\n    x', code('<span class="ch">#!/usr/bin/python</span>\n<span class="n">x</span>')],
  ])('%o is %o', (content, expected) => {
    expect(html(content)).toBe(expected)
  })
})

describe('nested fences', () => {
  test.each([
    [
      '```quote\n```py\nx\n```\ny\n```',
      `<blockquote>\n${code('<span class="n">x</span>', 'Python')}\n<p>y</p>\n</blockquote>`,
    ],
    ['````quote\n```\nx\n```\n````', `<blockquote>\n${code('x')}\n</blockquote>`],
    ['~~~quote\n```\nx\n```\n~~~', `<blockquote>\n${code('x')}\n</blockquote>`],
    ['```quote\n```', ''],
    ['```spoiler\n```', ''],
    ['```quote\na', '<blockquote>\n<p>a</p>\n</blockquote>'],
  ])('%o is %o', (content, expected) => {
    expect(html(content)).toBe(expected)
  })
})

const spoiler = (header: string, body: string) =>
  `<div class="spoiler-block"><div class="spoiler-header">\n${header}</div>` +
  `<div class="spoiler-content" aria-hidden="true">\n${body}</div></div>`

describe('spoilers', () => {
  test.each([
    ['```spoiler Look *here*\nbody\n```', spoiler('<p>Look <em>here</em></p>\n', '<p>body</p>\n')],
    ['```spoiler\nbody\n```', spoiler('', '<p>body</p>\n')],
    ['```spoiler ~~a~~ {b}\nbody\n```', spoiler('<p><del>a</del> {b}</p>\n', '<p>body</p>\n')],
    ['~~~ spoiler `a`\nbody\n~~~', spoiler('<p><code>a</code></p>\n', '<p>body</p>\n')],
    [
      '```spoiler x\n* a\n\n```quote\nb\n```\n```',
      spoiler('<p>x</p>\n', '<ul>\n<li>a</li>\n</ul>\n<blockquote>\n<p>b</p>\n</blockquote>\n'),
    ],
  ])('%o is %o', (content, expected) => {
    expect(html(content)).toBe(expected)
  })
})
