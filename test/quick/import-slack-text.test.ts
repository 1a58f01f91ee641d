import { array, assert, constantFrom, oneof, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EmojiShortcodes } from '../../import/shared/emoji-shortcodes.ts'
import { markdownOfBlocks, markdownOfAttachment } from '../../import/slack/blocks.ts'
import { markdownOfMrkdwn } from '../../import/slack/mrkdwn.ts'
import type { Names } from '../../import/slack/names.ts'
import { markdownOfRichText } from '../../import/slack/rich-text.ts'
import { anyText } from '../kit/any-text.ts'
import { html } from '../kit/markdown-realm.ts'

const emoji = new EmojiShortcodes()
emoji.addCustom('party-blob', { id: 101, name: 'party_blob' })
const names: Names = {
  mention: (user) => (user === 'U1' ? '@_**Ada Park|7**' : null),
  channel: (id) => (id === 'C1' ? '#**garden**' : null),
  emoji,
}

const convertText = (text: string): string => markdownOfMrkdwn(text, names)

describe('markup', () => {
  test.each([
    // emphasis
    ['*bold* _italic_ ~gone~', '**bold** *italic* ~~gone~~'],
    ['*bold _and italic_*', '**bold *and italic***'],
    ['_*both*_ ~*_all_*~', '***both*** ~~***all***~~'],
    ['a (*bold*), then', 'a (**bold**), then'],
    // which it is not
    ['2*3*4 snake_case_name __init__ * no * ~', '2*3*4 snake_case_name __init__ * no * ~'],
    ['*over\nlines*', '*over\nlines*'],
    // code
    ['`*code* &lt;`', '`*code* <`'],
    ['*`code`*', '**`code`**'],
    ['`<https://example.com>`', '`https://example.com`'],
    ['see ```x = *y*``` there', 'see\n```\nx = *y*\n```\n there'],
    ['```\nlines\n_of_ code\n```', '```\nlines\n_of_ code\n```'],
    ['``````', ''],
    // links
    ['<https://example.com>', 'https://example.com'],
    ['<https://example.com/?a=1&amp;b=2|both>', '[both](https://example.com/?a=1&b=2)'],
    ['*<https://example.com/_a_|the page>*', '**[the page](https://example.com/_a_)**'],
    ['<mailto:ada@example.com|ada@example.com>', 'ada@example.com'],
    ['<mailto:ada@example.com|Ada>', '[Ada](mailto:ada@example.com)'],
    ['<javascript:alert(1)|click>', 'click'],
    // people and places
    ['<@U1> hi', '@_**Ada Park|7** hi'],
    ['<@U1|ada>: hi', '@_**Ada Park|7**: hi'],
    ['<@U9|bo> and <@U8>', '@bo and @U8'],
    ['to<@U1>', 'to @_**Ada Park|7**'],
    ['*<@U1> hi <@U1>*', '@_**Ada Park|7** **hi @_**Ada Park|7****'],
    ['_<@U1>_', '@_**Ada Park|7**'],
    ['<#C1|garden> <#C2|lost> <#C3>', '#**garden** #lost #C3'],
    ['<!here> <!channel> <!everyone|@everyone>', '@_**all** @_**all** @_**all**'],
    ['<!subteam^S1|@ops> <!subteam^S2>', '@ops @S2'],
    ['<!date^1392734382^{date}|some day>', '<time:2014-02-18T14:39:42Z>'],
    ['<!date^x^{date}|some day>', 'some day'],
    ['@*ops*', '@ **ops**'],
    // characters
    ['a &lt; b &amp;&amp; c &gt; d &amp;lt;', 'a < b && c > d &lt;'],
    [':smile: :party-blob: :wave::skin-tone-2: :nothing:', ':big_smile: :party_blob: :wave: :nothing:'],
    // blocks
    ['• one\n    ◦ two\n• three\nafter', '- one\n  - two\n- three\n\nafter'],
    ['&gt; quoted *bold*\n&gt;more\nafter', '> quoted **bold**\n> more\n\nafter'],
    ['before\n&gt;&gt;&gt; all\nof\n\nit', 'before\n> all\n> of\n> it'],
    ['&gt; ```code\nhere```\nafter', '> ```\n> code\n> here\n> ```\n\nafter'],
    ['one\n\n\ntwo', 'one\n\ntwo'],
    ['\uE000\uE001*x*', '**x**'],
  ])('%j becomes %j', (mrkdwn, markdown) => {
    expect(convertText(mrkdwn)).toBe(markdown)
  })

  test('is shown as in Slack', () => {
    expect(html(convertText('*<@U1> hi <@U1>*'))).toBe(
      '<p><span class="user-mention silent" data-user-id="7">Ada Park</span> <strong>hi <span class="user-mention silent" data-user-id="7">Ada Park</span></strong></p>',
    )
    expect(html(convertText('*bold _and italic_*'))).toBe('<p><strong>bold <em>and italic</em></strong></p>')
    expect(html(convertText('• one\n    ◦ two\nafter'))).toBe(
      '<ul>\n<li>one<ul>\n<li>two</li>\n</ul>\n</li>\n</ul>\n<p>after</p>',
    )
  })

  const marks = ['*', '_', '~', '`', '```', '\n', ' ', '&gt;', '&amp;', '<', '>', '<@U1>', '|', ':', '•', '@', '!', '^']

  test('of any kind becomes something', () => {
    assert(
      property(oneof(anyText(200), mixtureOf([...marks, 'word'])), (text) => typeof convertText(text) === 'string'),
    )
  })

  test('never loses a plain word', () => {
    assert(
      property(
        array(
          oneof(constantFrom(...marks.filter((mark) => !/[<>|^!]/.test(mark))), constantFrom('lorem', 'ipsum', '7')),
        ),
        (parts) => {
          const words = parts.join('').match(/lorem|ipsum|7/g) ?? []
          expect(
            convertText(parts.join(''))
              .replaceAll('Ada Park|7', '')
              .match(/lorem|ipsum|7/g) ?? [],
          ).toEqual(words)
        },
      ),
    )
  })

  test('takes time linear in its length', () => {
    for (const part of ['*', '_a', '`', '<', '&gt;', ' ', '* ', ':a', '```', '@', '\n• ', '~*_'])
      convertText(part.repeat(40_000 / part.length))
  }, 5000)
})

const mixtureOf = (parts: readonly string[]) => array(constantFrom(...parts)).map((list) => list.join(''))

/** A block of Slack's editor. */
const block = (...elements: object[]) => markdownOfRichText({ type: 'rich_text', elements }, names)
const section = (...elements: object[]) => ({ type: 'rich_text_section', elements })
const words = (text: string, ...styles: string[]) => ({
  type: 'text',
  text,
  ...(styles.length === 0 ? {} : { style: Object.fromEntries(styles.map((style) => [style, true])) }),
})

describe('rich text', () => {
  test('has styles that touch their words', () => {
    expect(block(section(words('a '), words('bold ', 'bold'), words('both', 'bold', 'italic'), words(' end')))).toBe(
      'a **bold *both*** end',
    )
    expect(block(section(words(' two\nlines ', 'strike'), words('x = *1*', 'code', 'bold')))).toBe(
      ' ~~two~~\n~~lines~~ **`x = *1*`**',
    )
    expect(block(section(words('a`b`', 'code')))).toBe('``a`b` ``')
  })

  test('has mentions, links, dates and emoji', () => {
    expect(
      block(
        section(
          { type: 'user', user_id: 'U1', style: { bold: true } },
          words(' and '),
          { type: 'user', user_id: 'U9' },
          words(' in '),
          { type: 'channel', channel_id: 'C1' },
          words(': '),
          { type: 'link', url: 'https://example.com/(x)', text: 'page', style: { italic: true } },
          words(' '),
          { type: 'link', url: 'https://example.com' },
          words(' '),
          { type: 'emoji', name: 'smile', unicode: '1f604' },
          words(' '),
          { type: 'broadcast', range: 'here' },
          words(' '),
          { type: 'usergroup', usergroup_id: 'S1' },
          words(' '),
          { type: 'date', timestamp: 1392734382, format: '{date}', fallback: 'some day' },
          words(' '),
          { type: 'color', value: '#ff0000' },
        ),
      ),
    ).toBe(
      '@_**Ada Park|7** and @U9 in #**garden**: *[page](https://example.com/%28x%29)* https://example.com :big_smile: @_**all** @S1 <time:2014-02-18T14:39:42Z> #ff0000',
    )
  })

  test('does not read its characters as markup of Slack', () => {
    expect(block(section(words('a &lt; b, _c_ and <@U1>')))).toBe('a &lt; b, _c_ and <@U1>')
  })

  test('has nested lists with numbers that go on', () => {
    const list = (style: string, indent: number, texts: string[], offset?: number) => ({
      type: 'rich_text_list',
      style,
      indent,
      ...(offset === undefined ? {} : { offset }),
      elements: texts.map((text) => section(words(text))),
    })
    const markdown = block(
      section(words('Plan:\n')),
      list('ordered', 0, ['one', 'two']),
      list('bullet', 1, ['inner', 'other']),
      list('ordered', 0, ['three'], 2),
      section(words('\nDone')),
    )
    expect(markdown).toBe('Plan:\n1. one\n2. two\n  - inner\n  - other\n3. three\n\nDone')
    expect(html(markdown)).toBe(
      '<p>Plan:</p>\n<ol>\n<li>one</li>\n<li>two<ul>\n<li>inner</li>\n<li>other</li>\n</ul>\n</li>\n<li>three</li>\n</ol>\n<p>Done</p>',
    )
  })

  test('has quotes and code', () => {
    expect(
      block(
        section(words('See:')),
        { type: 'rich_text_quote', elements: [words('one\n\ntwo', 'bold')] },
        section(words('and')),
        { type: 'rich_text_preformatted', language: 'python', elements: [words('print(1)\n```')] },
        section(words('end')),
      ),
    ).toBe('See:\n> **one**\n>\n> **two**\n\nand\n````python\nprint(1)\n```\n````\nend')
  })

  test('of any shape becomes something', () => {
    expect(block({ type: 'rich_text_list' }, { type: 'rich_text_quote', elements: 7 }, { type: 7 }, section())).toBe('')
    expect(markdownOfRichText({ elements: [null, [], 'x'] }, names)).toBe('')
  })
})

describe('apps', () => {
  test('put blocks together', () => {
    expect(
      markdownOfBlocks(
        [
          { type: 'header', text: { type: 'plain_text', text: 'Deploy' } },
          {
            type: 'section',
            text: { type: 'mrkdwn', text: '*ok* &amp; done' },
            fields: [{ type: 'mrkdwn', text: '_a_' }],
          },
          { type: 'context', elements: [{ type: 'image' }, { type: 'plain_text', text: 'by :wave:' }] },
          { type: 'image', image_url: 'https://example.com/a.png', alt_text: 'A' },
          { type: 'divider' },
          { type: 'actions', elements: [] },
        ],
        names,
      ),
    ).toBe('**Deploy**\n\n**ok** & done\n\n*a*\n\nby :wave:\n\n[A](https://example.com/a.png)\n\n---')
  })

  test('send cards with fields', () => {
    expect(
      markdownOfAttachment(
        {
          fallback: 'not shown',
          pretext: 'New:',
          author_name: 'CI',
          title: 'Build 7',
          title_link: 'https://example.com/7',
          text: '*failed*',
          fields: [{ title: 'Branch', value: 'main', short: true }, { value: 'alone' }],
          footer: 'by CI',
        },
        names,
      ),
    ).toBe('New:\n\nCI\n**[Build 7](https://example.com/7)**\n**failed**\n**Branch:** main\nalone\n\nby CI')
    expect(markdownOfAttachment({ fallback: 'only <https://example.com|this>' }, names)).toBe(
      'only [this](https://example.com)',
    )
  })

  test('show a message that somebody passed on as a quote', () => {
    expect(
      markdownOfAttachment({ is_share: true, author_id: 'U1', text: 'one\ntwo', from_url: 'https://x' }, names),
    ).toBe('@_**Ada Park|7**:\n> one\n> two')
  })
})
