import { z } from 'zod'
import { endpoint, type RequestContext } from '../../core/http/endpoint'
import { json, pathText, text } from '../../core/http/params'
import { accessMailing, badLink } from './access'
import { mailings, type DisabledMails } from './mailings'
import { badLinkPage, mailingPage } from './page'

/** Streams that one request subscribes to again: as many as a person has hardly ever set to mail one by one. */
const maxStreams = 1000

/** Whether a browser asks, for which there is a page. */
const wantsPage = ({ headers }: Pick<RequestContext<never>, 'headers'>): boolean =>
  (headers.get('Accept') ?? '').includes('text/html')

/** Programs that ask by one click need no page. */
const plainAnswer = (line: string): Response =>
  new Response(`${line}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' } })

/**
 * A page that says which mails its link ends. Opening it changes nothing, because programs that look for evil links open every link
 * of a mail.
 */
export const mailingPageEndpoint = endpoint('GET {base_url}/unsubscribe/{token}', {
  summary: 'A page on which somebody unsubscribes from mails',
  auth: 'none',
  params: { token: pathText() },
  returns: {},
  async run(request) {
    const access = await accessMailing(request)
    if (access === null) return badLinkPage(request.headers)
    const { mailing, reader } = access
    const [first] = mailings[mailing.name]
    const isOn =
      mailings[mailing.name].some((name) => reader.settings[name]) ||
      (mailing.name === 'missed_messages' && reader.hasMailedStreams)
    return mailingPage(mailing.name, reader, isOn ? { status: 'on' } : { status: 'off', undo: onlySetting(first) })
  },
})

const onlySetting = (setting: string): DisabledMails => ({ settings: [setting], stream_ids: [] })

/** Unsubscribes, as mail programs ask for it by one click (RFC 8058), or takes that back. */
export const changeMailingEndpoint = endpoint('POST {base_url}/unsubscribe/{token}', {
  summary: 'Unsubscribe from mails without logging in',
  auth: 'none',
  params: {
    token: pathText(),
    'List-Unsubscribe': text(z.literal('One-Click')).optional(),
    undo: json(
      z.object({
        settings: z.array(z.string().max(100)).max(10),
        stream_ids: z.array(z.int()).max(maxStreams),
      }),
    ).optional(),
  },
  returns: {},
  async run(request) {
    const access = await accessMailing(request)
    const { params, realm } = request
    if (access === null) {
      if (wantsPage(request)) return badLinkPage(request.headers)
      throw badLink()
    }
    const { mailing, reader } = access
    const undo = params['List-Unsubscribe'] === undefined ? (params.undo ?? null) : null
    const { turned_off } = await realm.perform('changeMailing', { mailing, undo })
    if (!wantsPage(request)) return plainAnswer(undo === null ? 'Unsubscribed' : 'Subscribed again')
    if (undo !== null) return mailingPage(mailing.name, reader, { status: 'resumed' })
    const wasOn = turned_off.settings.length + turned_off.stream_ids.length > 0
    const wayBack = wasOn ? turned_off : onlySetting(mailings[mailing.name][0])
    return mailingPage(mailing.name, reader, {
      status: 'off',
      undo: { ...wayBack, stream_ids: wayBack.stream_ids.slice(0, maxStreams) },
    })
  },
})
