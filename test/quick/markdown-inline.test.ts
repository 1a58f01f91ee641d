import { describe, expect, test } from 'vitest'
import { inline, html } from '../kit/markdown-realm'

describe('general shape', () => {
  test.each([
    ['', ''],
    [' \n\n ', ''],
    ['hello', '<p>hello</p>'],
    ['one\r\ntwo', '<p>one<br>\ntwo</p>'],
    ['one\ntwo', '<p>one<br>\ntwo</p>'],
    ['one\n\ntwo', '<p>one</p>\n<p>two</p>'],
    ['<b>x</b>', '<p>&lt;b&gt;x&lt;/b&gt;</p>'],
    ['<!-- x -->', '<p>&lt;!-- x --&gt;</p>'],
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
    ['& &amp; &copy; &#38; &#x26; &; &x', '<p>&amp; &amp; &copy; &#38; &#x26; &amp;; &amp;x</p>'],
    [`"it's"`, `<p>"it's"</p>`],
    ['\\*a\\*', '<p>\\<em>a\\</em></p>'],
    ['a\tb', '<p>a   b</p>'],
    ['abcd\tb', '<p>abcd    b</p>'],
    ['a\\\nb', '<p>a\\<br>\nb</p>'],
    ['/me waves', '<p>/me waves</p>'],
    ['Title\n===', '<p>Title<br>\n===</p>'],
    ['[^1] and [ ] x\n\n[^1]: note', '<p>[^1] and [ ] x</p>\n<p>[^1]: note</p>'],
    ['1) a', '<p>1) a</p>'],
  ])('%o is %o', (content, expected) => {
    expect(html(content)).toBe(expected)
  })
})

describe('emphasis', () => {
  test.each([
    ['*c*', '<em>c</em>'],
    ['**b**', '<strong>b</strong>'],
    ['***d***', '<strong><em>d</em></strong>'],
    ['~~e~~', '<del>e</del>'],
    ['2*3*4', '2<em>3</em>4'],
    ['foo**bar**', 'foo<strong>bar</strong>'],
    ['a ** b ** c', 'a <strong> b </strong> c'],
    ['a * b * c', 'a * b * c'],
    ['int *a = *b;', 'int *a = *b;'],
    ['__f__ _g_', '__f__ _g_'],
    ['*a', '*a'],
    ['**', '**'],
    ['~~', '~~'],
    ['a ~~~~ b', 'a ~~~~ b'],
    ['~a~', '~a~'],
    ['**a\nb**', '**a<br>\nb**'],
    ['*a\nb*', '*a<br>\nb*'],
    ['~~a\nb~~', '~~a<br>\nb~~'],
    ['*a*\n*b*', '<em>a</em><br>\n<em>b</em>'],
    ['*a **b** c*', '<em>a <strong>b</strong> c</em>'],
    ['**a *b* c**', '<strong>a <em>b</em> c</strong>'],
    ['~~a **b**~~', '<del>a <strong>b</strong></del>'],
    ['**[b](http://x.com)**', '<strong><a href="http://x.com">b</a></strong>'],
    [
      '**:smile:**',
      '<strong><span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span></strong>',
    ],
    ['*`a*b`*', '<em><code>a*b</code></em>'],
  ])('%o is %o', (content, expected) => {
    expect(inline(content)).toBe(expected)
  })
})

describe('inline code', () => {
  test.each([
    ['`code`', '<code>code</code>'],
    ['``a`b``', '<code>a`b</code>'],
    ['` sp `', '<code> sp </code>'],
    ['x ```three``` y', 'x <code>three</code> y'],
    ['`<&nbsp;>`', '<code>&lt;&amp;nbsp;&gt;</code>'],
    ['`a\nb`', '<code>a\nb</code>'],
    ['`a', '`a'],
    ['``a`', '``a`'],
    ['`@**Ada Park** :smile: http://x.com #**garden** $$x$$ *a*`', null],
  ])('%o is %o', (content, expected) => {
    expect(inline(content)).toBe(expected ?? `<code>${content.slice(1, -1)}</code>`)
  })
})
