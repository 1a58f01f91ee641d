import { describe, expect, test } from 'vitest'
import { slackSchema } from '../../src/webhooks/schema'
import { slackMessage } from '../../src/webhooks/slack'
import { markdownOf } from '../../src/webhooks/slack-text'
import { processorMs } from './processor-time.ts'

test.each([
  // emphasis
  ['*bold*', '**bold**'],
  ['_italic_', '*italic*'],
  ['~gone~', '~~gone~~'],
  ['*bold _and italic_*', '**bold *and italic***'],
  ['_*both*_', '***both***'],
  ['*one* and *two*', '**one** and **two**'],
  ['a (*bold*), then', 'a (**bold**), then'],
  // which it is not
  ['2*3*4', '2*3*4'],
  ['snake_case_name', 'snake_case_name'],
  ['grüße_an_öl', 'grüße_an_öl'],
  ['* no * bold', '* no * bold'],
  ['*over\nlines*', '*over\nlines*'],
  ['**two**', '**two**'],
  ['__init__', '__init__'],
  // code
  ['`*code*`', '`*code*`'],
  ['*`code`*', '**`code`**'],
  ['`a &lt; b`', '`a < b`'],
  ['see ```x = *y*``` there', 'see \n```\nx = *y*\n```\n there'],
  ['```\nlines\n_of_ code\n```', '\n```\nlines\n_of_ code\n```\n'],
  ['``` not closed *bold*', '``` not closed **bold**'],
  // links
  ['<https://example.com>', 'https://example.com'],
  ['<https://example.com|the page>', '[the page](https://example.com)'],
  ['<https://example.com|https://example.com>', 'https://example.com'],
  ['*<https://example.com/_a_/*b*|the page>*', '**[the page](https://example.com/_a_/*b*)**'],
  ['<https://example.com/?a=1&amp;b=2|both>', '[both](https://example.com/?a=1&b=2)'],
  ['<https://example.com/(x)|brackets>', '[brackets](https://example.com/%28x%29)'],
  ['<https://example.com|[repo] build>', '[[repo] build](https://example.com)'],
  ['<https://example.com|loose ] bracket>', '[loose  bracket](https://example.com)'],
  ['<https://example.com|>', 'https://example.com'],
  ['<mailto:ada@example.com|ada@example.com>', 'ada@example.com'],
  ['<mailto:ada@example.com>', 'ada@example.com'],
  ['<javascript:alert(1)|click>', 'click'],
  ['<not a link>', 'not a link'],
  // people and places elsewhere
  ['<@U123>', '@U123'],
  ['<@U123|ada>', '@ada'],
  ['<#C123|general>', '#general'],
  ['<#C123>', '#C123'],
  ['<!here>', '@here'],
  ['<!channel|@channel>', '@channel'],
  ['<!subteam^S1|@ops>', '@ops'],
  ['<!date^1392734382^{date}|some day>', '<time:2014-02-18T14:39:42.000Z>'],
  ['<!date^x^{date}|some day>', '@some day'],
  // characters
  ['a &lt; b &amp;&amp; c &gt; d', 'a < b && c > d'],
  ['&amp;lt;', '&lt;'],
  ['&quot;', '&quot;'],
  ['• one\n• two', '- one\n- two'],
  ['> quoted *bold*', '> quoted **bold**'],
  ['\uE000<@U1>\uE000', '\uE000@U1\uE000'],
  ['', ''],
])('the markup %j is the Markdown %j', (mrkdwn, markdown) => {
  expect(markdownOf(mrkdwn)).toBe(markdown)
})

test.each([
  ['stars', '*'],
  ['open stars', ' *a'],
  ['underscores', '_a '],
  ['backticks', '`'],
  ['pairs of backticks', '`` '],
  ['open angles', '<'],
  ['links', '<a>'],
  ['placeholders', '\uE000'],
  ['entities', '&amp'],
])('100,000 characters of %s take no time', (_, piece) => {
  const text = piece.repeat(100_000 / piece.length)
  expect(processorMs(() => markdownOf(text))).toBeLessThan(500)
})

const convertPayload = (payload: object) => slackMessage(slackSchema.parse(payload))

describe('a payload', () => {
  test('is its text', () => {
    expect(convertPayload({ text: 'Build *red*', username: 'ci', icon_emoji: ':rotating_light:' })).toBe(
      'Build **red**',
    )
  })

  test('with blocks shows them, and not the text that stands in for them', () => {
    const blocks = [
      { type: 'header', text: { type: 'plain_text', text: 'Build 7' } },
      {
        type: 'section',
        text: { type: 'mrkdwn', text: 'It is *red*' },
        fields: [{ type: 'plain_text', text: 'main *branch*' }],
      },
      { type: 'divider' },
      { type: 'image', image_url: 'https://example.com/graph.png', alt_text: 'graph' },
      {
        type: 'actions',
        elements: [
          { type: 'button', text: { type: 'plain_text', text: 'Open' }, url: 'https://example.com/7' },
          { type: 'button', text: { type: 'plain_text', text: 'Retry' }, action_id: 'retry' },
        ],
      },
      {
        type: 'context',
        elements: [
          { type: 'mrkdwn', text: '_by_ <@U1|ada>' },
          { type: 'plain_text', text: 'just now' },
        ],
      },
    ]

    expect(convertPayload({ text: 'Build 7 is red', blocks })).toBe(
      [
        '**Build 7**',
        'It is **red**',
        'main *branch*',
        '---',
        '[graph](https://example.com/graph.png)',
        '[Open](https://example.com/7)',
        '*by* @ada just now',
      ].join('\n\n'),
    )
  })

  test.each([
    [
      'a picture',
      { type: 'image', image_url: 'https://example.com/7.png', alt_text: 'tests' },
      '[tests](https://example.com/7.png)',
    ],
    [
      'a button',
      { type: 'button', text: { type: 'plain_text', text: 'Open' }, url: 'https://example.com/7' },
      '[Open](https://example.com/7)',
    ],
    ['a menu', { type: 'overflow', options: [] }, ''],
    ['nothing', null, ''],
  ])('shows what a section has beside its text: %s', (_, accessory, extra) => {
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: 'It is *red*' }, accessory }]

    expect(convertPayload({ blocks })).toBe(['It is **red**', extra].filter(Boolean).join('\n\n'))
  })

  test('has the buttons and the small picture of an attachment as links', () => {
    const actions = [
      { type: 'button', text: 'Open', url: 'https://example.com/7' },
      { type: 'button', text: 'Log', url: 'https://example.com/7/log' },
      { type: 'select', name: 'who' },
    ]

    expect(convertPayload({ attachments: [{ text: 'Red', actions, thumb_url: 'https://example.com/7.png' }] })).toBe(
      ['Red', '[Open](https://example.com/7) · [Log](https://example.com/7/log)', 'https://example.com/7.png'].join(
        '\n\n',
      ),
    )
  })

  test('with nothing but blocks that mean nothing here is its text', () => {
    expect(convertPayload({ text: 'Vote', blocks: [{ type: 'input', element: {} }] })).toBe('Vote')
  })

  test('has its attachments after its text', () => {
    const attachments = [
      {
        fallback: 'Build 7 failed',
        pretext: 'From _main_',
        author_name: 'Ada',
        author_link: 'https://example.com/ada',
        title: 'Build 7',
        title_link: 'https://example.com/7',
        text: 'It is *red*',
        fields: [
          { title: 'Branch', value: 'main', short: true },
          { title: 'Tests', value: 12 },
        ],
        image_url: 'https://example.com/graph.png',
        footer: 'CI',
        ts: 1392734382,
        color: 'danger',
      },
    ]

    expect(convertPayload({ text: 'Look', attachments })).toBe(
      [
        'Look',
        'From *main*',
        [
          '[Ada](https://example.com/ada)',
          '**[Build 7](https://example.com/7)**',
          'It is **red**',
          '**Branch:** main',
          '**Tests:** 12',
        ].join('\n'),
        'https://example.com/graph.png',
        'CI',
      ].join('\n\n'),
    )
  })

  test('shows what stands in for an attachment only when there is nothing else', () => {
    expect(convertPayload({ attachments: [{ fallback: 'Build 7 failed', color: 'danger' }] })).toBe('Build 7 failed')
  })

  test('may have nulls for what it has not', () => {
    expect(
      convertPayload({ text: 'Hi', channel: null, blocks: null, attachments: [{ text: 'there', fields: null }] }),
    ).toBe('Hi\n\nthere')
  })
})
