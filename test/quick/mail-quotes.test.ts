/** What is cut from the text of a mail. */
import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutFooter, withoutQuotes } from '../../src/incoming-mail/quotes'
import { processorMs } from './processor-time.ts'

const quoted = '> When is high water?\n>\n> Bo'

/** What programs write below an answer. */
const tails: readonly (readonly [program: string, tail: string])[] = [
  ['Gmail', `On Mon, May 4, 2026 at 10:00 AM Harbour Works <chat@harbour.example> wrote:\n\n${quoted}`],
  [
    'Gmail, broken',
    `On Mon, May 4, 2026 at 10:00 AM Harbour Works of the Northern Coast\n<chat@harbour.example> wrote:\n\n${quoted}`,
  ],
  ['Gmail in German', `Am Mo., 4. Mai 2026 um 10:00 Uhr schrieb Harbour <chat@harbour.example>:\n\n${quoted}`],
  ['Gmail in French', `Le lun. 4 mai 2026 à 10:00, Harbour <chat@harbour.example> a écrit :\n\n${quoted}`],
  ['Gmail in Spanish', `El lun, 4 may 2026 a las 10:00, Harbour (<chat@harbour.example>) escribió:\n\n${quoted}`],
  ['Gmail in Portuguese', `Em seg., 4 de mai. de 2026 às 10:00, Harbour <chat@harbour.example> escreveu:\n\n${quoted}`],
  ['Gmail in Japanese', `2026年5月4日(月) 10:00 Harbour <chat@harbour.example>:\n\n${quoted}`],
  ['Gmail in Arabic', `في الاثنين، ٤ مايو ٢٠٢٦ في ١٠:٠٠ ص تمت كتابة ما يلي بواسطة كتب Harbour:\n\n${quoted}`],
  ['Gmail in Polish', `pon., 4 maj 2026 o 10:00 Harbour <chat@harbour.example> napisał(a):\n\n${quoted}`],
  ['Apple Mail', `> On 4. May 2026, at 10:00, Harbour <chat@harbour.example> wrote:\n> \n${quoted}`],
  ['Thunderbird', `On 5/4/26 10:00, Harbour wrote:\n${quoted}`],
  ['Thunderbird in German', `Am 04.05.26 um 10:00 schrieb Harbour:\n${quoted}`],
  ['GMX', `Harbour <chat@harbour.example> schrieb am 4. Mai 2026 um 10:00:\n${quoted}`],
  [
    'Outlook',
    '________________________________\nFrom: Harbour <chat@harbour.example>\nSent: Monday, May 4, 2026 10:00\nTo: Bo\nSubject: tides\n\nWhen?',
  ],
  [
    'Outlook without a line',
    'From: Harbour <chat@harbour.example>\nSent: Monday, May 4, 2026 10:00\nTo: Bo\nSubject: tides\n\nWhen?',
  ],
  ['Outlook in German', 'Von: Harbour\nGesendet: Montag, 4. Mai 2026 10:00\nAn: Bo\nBetreff: Flut\n\nWann?'],
  ['Outlook in French', 'De : Harbour\nEnvoyé : lundi 4 mai 2026 10:00\nÀ : Bo\nObjet : marées\n\nQuand ?'],
  ['Outlook in Spanish', 'De: Harbour\nEnviado: lunes, 4 de mayo de 2026 10:00\nPara: Bo\nAsunto: mareas\n\n¿Cuándo?'],
  [
    'Outlook in Portuguese',
    'De: Harbour\nEnviado: segunda-feira, 4 de maio de 2026 10:00\nPara: Bo\nAssunto: marés\n\nQuando?',
  ],
  ['Outlook in Japanese', '差出人: Harbour\n送信日時: 2026年5月4日 10:00\n宛先: Bo\n件名: 潮\n\nいつ?'],
  ['Outlook in Arabic', 'من: Harbour\nتاريخ الإرسال: الاثنين\nإلى: Bo\nالموضوع: المد\n\nمتى؟'],
  ['Outlook as Markdown', '**From:** Harbour\n**Sent:** Monday\n**To:** Bo\n**Subject:** tides\n\nWhen?'],
  ['an old Outlook', '-----Original Message-----\nFrom: Harbour\n\nWhen?'],
  ['an old Outlook in German', '-----Ursprüngliche Nachricht-----\nVon: Harbour\n\nWann?'],
  ['a program that says nothing', quoted],
]

describe('quotes', () => {
  test.each(tails)('are cut as %s writes them', (_, tail) => {
    expect(withoutQuotes(`At six.\n\nSee you,\nAda\n\n${tail}\n`)).toBe('At six.\n\nSee you,\nAda')
    expect(withoutQuotes(tail)).toBe('')
  })

  test.each([
    'On Monday I wrote:\nnothing at all.',
    'From: the pier\nwe go to the beach.',
    'From: six\nTo: seven\n\nWe meet.',
    '> When?\n\nAt six.',
    '> When?\nAt six.\n> Where?\nAt the pier.',
    'Two things:\n\n- one\n- two',
    'Le bateau part à six heures :\n\nsoyez là.',
    'Am Montag schrieb er mir viel.',
    '---\n\nThe end',
    '_______________________________________________\nharbour mailing list\nharbour@lists.example',
  ])('are nothing that a person writes: %j', (text) => {
    expect(withoutQuotes(text)).toBe(text)
  })
})

describe('footers', () => {
  test.each([
    '-- \nAda Lovelace\nHarbour master',
    '--\nAda',
    'Sent from my iPhone',
    'Get Outlook for Android',
    'Von meinem iPhone gesendet',
    'Gesendet mit der GMX Mail App',
    'Envoyé de mon iPhone',
    'Enviado desde mi iPhone',
    'Enviado do meu iPhone',
    'iPhoneから送信',
    'أرسلت من الـ iPhone',
  ])('are cut: %j', (footer) => {
    expect(withoutFooter(`At six.\n\n${footer}\n`)).toBe('At six.')
  })

  test.each(['At six.\n\nSent from my house by ship, which takes a day.\nAda', 'Prices -- cheap', '* one\n* two'])(
    'are nothing that a person writes: %j',
    (text) => {
      expect(withoutFooter(text)).toBe(text)
    },
  )
})

test('what remains is always a beginning of the text', () => {
  const lines = constantFrom(...tails.flatMap(([, tail]) => tail.split('\n')), '', '> ', '-- ', 'Sent from my iPhone')
  const text = array(oneof(lines, string({ unit: 'binary' }))).map((parts) => parts.join('\n'))
  assert(
    property(text, (whole) => {
      expect(whole.startsWith(withoutQuotes(whole))).toBe(true)
      expect(whole.startsWith(withoutFooter(whole))).toBe(true)
    }),
  )
})

test('the longest text that is read takes no time worth speaking of', () => {
  const taken = processorMs(() => {
    for (const line of ['>', 'On ', 'x'.repeat(400), 'From: a', '2026 <', '_'.repeat(30)])
      withoutFooter(withoutQuotes(`${line}\n`.repeat(50_000 / (line.length + 1))))
  })
  expect(taken).toBeLessThan(3000)
})
