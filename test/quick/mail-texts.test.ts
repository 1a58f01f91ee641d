/** What mails say: every template in every language. */
import { describe, expect, test } from 'vitest'
import { writtenMail, type ReadyMail } from '../../src/mail/queued-mail.ts'
import { mailLanguage, timeText } from '../../src/mail/language.ts'
import { templates, type TemplateName, type TemplateValues } from '../../src/mail/templates.ts'
import { compiled } from '../../src/mail/texts/compiled.ts'

const origin = 'https://chat.example.com'
const url = `${origin}/reset/Wz4TqLm9RcXb2VnKy7HsJd5GfPa8UeQo?a=1&b=2`

const missed: TemplateValues['missed_messages'] = {
  conversation: { stream: 'harbour', topic: 'tides' },
  content_hidden_by: null,
  messages: [{ sender: 'Bo', time: 1_800_000_000, text: 'High water', html: '<p>High water</p>' }],
  earlier: 0,
  others: { conversations: 0, messages: 0 },
  names_organization: false,
  time_zone: 'Asia/Tokyo',
  url,
  home_url: `${origin}/`,
}

const values: { readonly [N in TemplateName]: readonly TemplateValues[N][] } = {
  invitation: [
    { inviter: 'Olga Otter', url, expires_at: 1_800_000_000 },
    { inviter: 'Olga Otter', url, expires_at: null },
  ],
  invitation_reminder: [{ inviter: 'Olga Otter', url, expires_at: 1_800_000_000 }],
  new_address: [{ url }],
  address_changed: [{ new_address: 'ada@new.example.com' }],
  password_link: [
    { url, maker: null },
    { url, maker: 'Olga Otter' },
  ],
  new_login: [
    { url, device: 'Firefox on Windows', time: 1_800_000_000, time_zone: 'Asia/Tokyo' },
    { url, device: '', time: 1_800_000_000, time_zone: '' },
  ],
  claim: [{ url, owner: 'Olga Otter' }],
  database_size: [
    { url, percent: 70, full_at: null },
    { url, percent: 95, full_at: 1_800_000_000 },
  ],
  missed_messages: [
    missed,
    { ...missed, conversation: { names: ['Bo', 'Cy'], others: 0 }, names_organization: true },
    { ...missed, earlier: 3, others: { conversations: 2, messages: 7 } },
    { ...missed, conversation: null, content_hidden_by: 'reader', messages: [] },
    { ...missed, conversation: null, content_hidden_by: 'organization', messages: [] },
  ],
  digest: [
    {
      url,
      unread_conversations: 1,
      topics: [{ stream: 'harbour', topic: 'tides', messages: 1200 }],
      streams: { names: ['harbour', 'news'], amount: 2 },
      people: { names: ['Ada Park'], amount: 12 },
    },
    {
      url,
      unread_conversations: 0,
      topics: [],
      streams: { names: ['news'], amount: 1 },
      people: { names: [], amount: 0 },
    },
  ],
}

const cases = Object.keys(compiled).flatMap((language) =>
  (Object.keys(templates) as TemplateName[]).flatMap((template) =>
    values[template].map((value) => [language, template, value] as const),
  ),
)

const writeMail = (language: string, template: TemplateName, value: object, organization = 'Harbour') =>
  writtenMail({ id: '1', to: 'ada@example.com', language, template, values: value } as ReadyMail, {
    organization,
    origin,
  })

test.each(cases)('%s: %s has all that it says', (language, template, value) => {
  const { subject, text, html } = writeMail(language, template, value)

  for (const part of [subject, text, html]) expect(part).not.toMatch(/undefined|null|NaN|=>|[{}]{2}|\{\w+\}(?!<)/)
  expect(subject).not.toBe('')
  if ('url' in value) {
    expect(text).toContain(url)
    expect(html).toContain(`href="${url.replaceAll('&', '&amp;')}"`)
  }
  if ('inviter' in value) expect(text).toContain('Olga Otter')
  if ('device' in value && value.device !== '') expect(text).toContain('Firefox on Windows')
  expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
})

test.each(cases)('%s: %s loads nothing', (language, template, value) => {
  const { html } = writeMail(language, template, value)
  expect(html).not.toMatch(/<(img|link|script|iframe|video|form)\b|url\(|@import|src=/i)
})

test.each(Object.keys(compiled))('%s: mails that people can unsubscribe from say how', (language) => {
  const unsubscribe_url = `${origin}/unsubscribe/1-3-${'x'.repeat(43)}`
  const [value] = values.new_login
  const waiting = { id: '1', to: 'ada@example.com', language, template: 'new_login', values: value, unsubscribe_url }
  const { text, html, headers } = writtenMail(waiting as ReadyMail, { organization: 'Harbour', origin })

  expect(text.trimEnd()).toMatch(new RegExp(`: ${unsubscribe_url}$`))
  expect(html).toContain(`href="${unsubscribe_url}"`)
  expect(headers).toEqual({
    'List-Unsubscribe': `<${unsubscribe_url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
})

test('what people wrote is text, in one line, of bounded length, and no link', () => {
  const evil = `<img src=x onerror=alert(1)> "evil.example" \r\nBcc: x\u202E\u200B ${'long '.repeat(100)}`
  const { subject, text, html } = writeMail('en', 'invitation', { inviter: evil, url, expires_at: null }, evil)

  expect(html).not.toContain('<img')
  expect(subject).not.toMatch(/[\r\n\u202E\u200B]/)
  expect(text).not.toMatch(/[\u202E\u200B]|evil\.example/)
  expect(subject.length).toBeLessThan(300)
  expect(text.length).toBeLessThan(1200)
})

const subjectOf = (different: Partial<typeof missed>, language = 'en') =>
  writeMail(language, 'missed_messages', { ...missed, ...different }).subject

describe('a mail about missed messages', () => {
  test('says in its subject where they are', () => {
    const names = ['Ada', 'Bo', 'Cy', 'Di']
    expect([
      subjectOf({}),
      subjectOf({ names_organization: true }),
      subjectOf({ conversation: { names: ['Bo'], others: 0 } }),
      subjectOf({ conversation: { names, others: 0 } }),
      subjectOf({ conversation: { names, others: 1 } }),
      subjectOf({ conversation: { names, others: 3 } }, 'de'),
      subjectOf({ conversation: null, content_hidden_by: 'reader', messages: [] }),
    ]).toEqual([
      '#harbour > tides',
      '[Harbour] #harbour > tides',
      'Direct messages with Bo',
      'Direct messages with Ada, Bo, Cy, and Di',
      'Direct messages with Ada, Bo, Cy, Di, and 1 other person',
      'Direktnachrichten mit Ada, Bo, Cy, Di und 3 weiteren Personen',
      'New messages in Harbour',
    ])
  })

  test('has names of people, streams and topics as text, in one line', () => {
    const evil = '</title><img src=x>\r\nBcc: a@b.example'
    const { subject, html } = writeMail('en', 'missed_messages', {
      ...missed,
      conversation: { stream: evil, topic: evil },
      messages: [{ ...missed.messages[0], sender: evil }],
    })
    expect(subject).not.toMatch(/[\r\n]/)
    expect(html).not.toContain('<img')
  })

  test('says whether answers arrive', () => {
    const mail = {
      id: '1',
      to: 'ada@example.com',
      language: 'en',
      template: 'missed_messages',
      values: missed,
    } as const
    const textOf = (reply_to?: string) => writtenMail({ ...mail, reply_to }, { organization: 'Harbour', origin }).text
    expect(textOf()).toContain('Nobody reads replies')
    expect(textOf('mm1@chat.example.com')).toContain('Reply to this email')
  })
})

test('the language is the closest that there is', () => {
  const tags = ['de', 'de-AT', 'pt', 'pt-br', 'pt_BR', 'zh-hans', ''].map((wanted) => mailLanguage(wanted).tag)
  expect(tags).toEqual(['de', 'de', 'pt-BR', 'pt-BR', 'pt-BR', 'en', 'en'])
})

test('times are those of the reader’s zone', () => {
  expect(timeText(1_800_000_000, mailLanguage('en'), 'Asia/Tokyo')).toMatch(/January 15, 2027.*5:00\sPM GMT\+9/)
  expect(timeText(1_800_000_000, mailLanguage('en'), '')).toMatch(/8:00\sAM UTC/)
})
