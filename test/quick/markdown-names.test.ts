import { describe, expect, test } from 'vitest'
import { mentionTexts, nameAndId } from '../../src/markdown/mentions'
import { render, renderDescription } from '../../src/markdown/render'
import { streamNames } from '../../src/markdown/stream-links'
import { html, inline, realm } from '../kit/markdown-realm'

const ada = '<span class="user-mention" data-user-id="7">@Ada Park</span>'
const silent = '<span class="user-mention silent" data-user-id="7">Ada Park</span>'
const ops = '<span class="user-group-mention" data-user-group-id="4">@ops</span>'

const streamAnchor = (path: string, text: string, { id = 12, topic = false } = {}) =>
  `<a class="stream${topic ? '-topic' : ''}" data-stream-id="${id}" href="/#narrow/stream/${path}">${text}</a>`

const emojiSpan = (code: string, name: string, title = name) =>
  `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">:${name}:</span>`

describe('mentions', () => {
  test.each<[content: string, expected: string, mentioned: number[]]>([
    ['@**Ada Park**', ada, [7]],
    ['@**ada park**', ada, [7]],
    ['@**Ada Park|7**', ada, [7]],
    ['@**|7**', ada, [7]],
    ['@_**Ada Park**', silent, []],
    ['@**Ada Park**!', `${ada}!`, [7]],
    ['@**Ada Park**s', `${ada}s`, [7]],
    ['(@**Ada Park**)', `(${ada})`, [7]],
    [`'@**Ada Park**'`, `'${ada}'`, [7]],
    ['"@**Ada Park**"', `"${ada}"`, [7]],
    [',@**Ada Park**', `,${ada}`, [7]],
    [':@**Ada Park**', `:${ada}`, [7]],
    ['<@**Ada Park**>', `&lt;${ada}&gt;`, [7]],
    ['x\n@**Ada Park**', `x<br>\n${ada}`, [7]],
    ['@**Nobody**', '@<strong>Nobody</strong>', []],
    ['@**Bo Li|7**', '@<strong>Bo Li|7</strong>', []],
    ['@**ada park|7**', '@<strong>ada park|7</strong>', []],
    ['a@**Ada Park**', 'a@<strong>Ada Park</strong>', []],
    ['@** Ada Park**', '@<strong> Ada Park</strong>', []],
    ['@Ada', '@Ada', []],
    ['~~@**Ada Park**~~', '<del>@<strong>Ada Park</strong></del>', []],
    ['**@**Ada Park****', '<strong>@</strong>Ada Park****', []],
    ['`@**Ada Park**`', '<code>@**Ada Park**</code>', []],
    ['[@**Ada Park**](http://x.com)', '<a href="http://x.com">@**Ada Park**</a>', []],
    ['@**Ada Park** @_**Ada Park** @**Ada Park**', `${ada} ${silent} ${ada}`, [7]],
    [
      '@**|9**',
      `<span class="user-mention" data-user-id="9">@&lt;b onclick='x'&gt;"Mallory" &amp; co&lt;/b&gt;</span>`,
      [9],
    ],
  ])('%o', (content, expected, mentioned) => {
    const rendered = render(content, realm)

    expect(rendered.html).toBe(`<p>${expected}</p>`)
    expect(rendered.mentioned).toEqual(mentioned)
    expect(rendered).toMatchObject({ wildcard: false, groups: [] })
  })

  test.each<[content: string, expected: string, groups: number[]]>([
    ['@*ops*', ops, [4]],
    ['@_*ops*', '<span class="user-group-mention silent" data-user-group-id="4">ops</span>', []],
    ['@*Ops*', '@<em>Ops</em>', []],
    ['@*none*', '@<em>none</em>', []],
    ['a@*ops*', 'a@<em>ops</em>', []],
    ['`@*ops*`', '<code>@*ops*</code>', []],
  ])('of groups: %o', (content, expected, groups) => {
    expect(render(content, realm)).toMatchObject({ html: `<p>${expected}</p>`, groups, mentioned: [] })
  })

  test.each(['all', 'everyone', 'stream'])('@**%s** is for all', (word) => {
    expect(render(`@**${word}**`, realm)).toMatchObject({
      html: `<p><span class="user-mention" data-user-id="*">@${word}</span></p>`,
      mentioned: [],
      wildcard: true,
    })
    expect(render(`@_**${word}**`, realm)).toMatchObject({
      html: `<p><span class="user-mention silent" data-user-id="*">${word}</span></p>`,
      wildcard: false,
    })
  })

  test('are none in a text that is no message', () => {
    expect(renderDescription('@**Ada Park** @*ops* @**all**')).toBe(
      '<p>@<strong>Ada Park</strong> @<em>ops</em> @<strong>all</strong></p>',
    )
  })

  test.each(['> @**Ada Park** @**all** @*ops*', '```quote\n@**Ada Park** @**all** @*ops*\n```'])(
    'in a quote are silent: %o',
    (content) => {
      expect(render(content, realm)).toMatchObject({
        html:
          `<blockquote>\n<p>${silent} <span class="user-mention silent" data-user-id="*">all</span> ` +
          '<span class="user-group-mention silent" data-user-group-id="4">ops</span></p>\n</blockquote>',
        mentioned: [],
        groups: [],
        wildcard: false,
      })
    },
  )

  test('outside of a quote again are not silent', () => {
    expect(render('> > @**Ada Park**\n\n@**Bo Li**', realm).mentioned).toEqual([8])
    expect(render('> * # @**Ada Park**', realm).mentioned).toEqual([])
  })

  test.each<[text: string, name: string, id: number | null]>([
    ['Ada', 'Ada', null],
    ['Ada|7', 'Ada', 7],
    ['|7', '', 7],
    ['Ada|x', 'Ada|x', null],
    ['Ada|7|8', 'Ada|7', 8],
    [`Ada|${'9'.repeat(400)}`, `Ada|${'9'.repeat(400)}`, null],
  ])('%o names %o with the id %o', (text, name, id) => {
    expect(nameAndId(text)).toEqual({ name, id })
  })

  test('are found beforehand, each text once', () => {
    expect(mentionTexts('@**a** @_**b|7** @**a** @*c* @_*d* @**all** `@**e**` @**(@**f**')).toEqual({
      users: ['a', 'b|7', 'e', '(@', 'f'],
      groups: ['c', 'd'],
    })
  })
})

describe('streams and topics', () => {
  test.each([
    ['#**garden**', streamAnchor('12-garden', '#garden')],
    [
      '#**garden>a.b/c é**',
      streamAnchor('12-garden/topic/a.2Eb.2Fc.20.C3.A9', '#garden &gt; a.b/c é', { topic: true }),
    ],
    [
      '#**big plans>Q1 review: 50%**',
      streamAnchor('13-big-plans/topic/Q1.20review.3A.2050.25', '#big plans &gt; Q1 review: 50%', {
        id: 13,
        topic: true,
      }),
    ],
    ['#**garden>a>b**', streamAnchor('12-garden/topic/a.3Eb', '#garden &gt; a&gt;b', { topic: true })],
    [
      `#**garden>(x)!~_-'**`,
      streamAnchor(`12-garden/topic/.28x.29.21~_-.27`, `#garden &gt; (x)!~_-'`, { topic: true }),
    ],
    ['#**a>b**', streamAnchor('14-a.3Eb', '#a&gt;b', { id: 14 })],
    ['#**Garden**', '#<strong>Garden</strong>'],
    ['#**none**', '#<strong>none</strong>'],
    ['#**garden>**', '#<strong>garden&gt;</strong>'],
    ['#garden', '#garden'],
    ['x#**garden**', 'x#<strong>garden</strong>'],
    ['(#**garden**)', `(${streamAnchor('12-garden', '#garden')})`],
    ['`#**garden**`', '<code>#**garden**</code>'],
  ])('%o', (content, expected) => {
    expect(inline(content)).toBe(expected)
  })

  test('a link to a stream is not a link of the message', () => {
    expect(render('#**garden>x.png**', realm).links).toEqual({
      has_link: false,
      has_image: false,
      has_attachment: false,
    })
  })

  test('are found beforehand', () => {
    expect(streamNames('#**a** #**b>c** #**d> #**e**')).toEqual(['a', 'b', 'b>c', 'd', 'd> #', 'e'])
  })
})

describe('emoji', () => {
  test.each([
    [':smile:', emojiSpan('1f642', 'smile')],
    [':thumbs_up:', emojiSpan('1f44d', 'thumbs_up', 'thumbs up')],
    [
      ':party_blob:',
      '<img alt=":party_blob:" class="emoji" src="/user_avatars/1/emoji/images/3.png" title="party blob">',
    ],
    ['😉', emojiSpan('1f609', 'wink')],
    ['a😉b', `a${emojiSpan('1f609', 'wink')}b`],
    ['👍🏽', `${emojiSpan('1f44d', '+1', '+1')}🏽`],
    ['💩', emojiSpan('1f4a9', 'poop', 'poop')],
    ['🎄', emojiSpan('1f384', 'holiday_tree', 'holiday tree')],
    ['➗', emojiSpan('2797', 'division', 'division')],
    ['🤖', emojiSpan('1f916', 'robot', 'robot')],
    ['x:smile:y', `x${emojiSpan('1f642', 'smile')}y`],
    ['::smile::', `:${emojiSpan('1f642', 'smile')}:`],
    [':zork:', ':zork:'],
    [':Smile:', ':Smile:'],
    ['`:smile: 😉`', '<code>:smile: 😉</code>'],
    ['© ® ™', '© ® ™'],
    ['12:30:45', '12:30:45'],
  ])('%o', (content, expected) => {
    expect(inline(content)).toBe(expected)
  })

  test('the extra one is a picture', () => {
    expect(inline(':zulip:')).toMatch(/^<img alt=":zulip:" class="emoji" src="\/static\/[^"]*" title="zulip">$/)
  })

  test('a custom one wins over a built-in name', () => {
    expect(inline(':smile:', { emoji: () => '/x.png' })).toContain('src="/x.png"')
  })

  test.each([
    [':)', 'smile'],
    ['(:', 'smile'],
    [':(', 'frown'],
    ['<3', 'heart'],
    [':|', 'neutral'],
    [':/', 'confused'],
    [';)', 'wink'],
    [':D', 'grinning'],
    [':o', 'open_mouth'],
    [':O', 'open_mouth'],
    [':p', 'stuck_out_tongue'],
    [':P', 'stuck_out_tongue'],
  ])('%s is %s for senders who want it', (written, name) => {
    const asNamed = inline(`:${name}:`)
    expect(inline(`a ${written}, b`, { translate_emoticons: true })).toBe(`a ${asNamed}, b`)
    expect(inline(written, { translate_emoticons: true })).toBe(asNamed)
    expect(inline(`a ${written}, b`)).not.toContain('emoji')
  })

  test.each(['a:)', ':)a', '`:)`', 'http://x.com/:)', '-:)', '10:30:/x'])('%o holds no emoticon', (content) => {
    expect(html(content, { translate_emoticons: true })).not.toContain('emoji')
  })
})
