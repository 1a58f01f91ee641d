import { closeCodes } from '../live/connections'
import { isUpgrade } from './request'

/** Close codes that say the same as refusals with these codes. */
const byCode: Readonly<Record<string, number>> = { BAD_EVENT_QUEUE_ID: closeCodes.unknownQueue }

/**
 * The answer to a page of this origin that asked for a WebSocket and is refused, because its session or its queue has ended. A
 * browser tells a page nothing of a refused handshake, and logs it as an error. So the socket opens, and is closed at once by
 * the code for that, with the refusal's own code as its reason. Everything else is answered as it is.
 */
export async function closedByRefusal({ headers, url }: Request, response: Response): Promise<Response> {
  const isOfPage = isUpgrade(headers) && headers.get('Origin') === new URL(url).origin && !headers.has('Authorization')
  if (!isOfPage || (response.status !== 401 && response.status !== 400)) return response
  const { code = '' } = await response.clone().json<{ code?: string }>()
  const closeCode = response.status === 401 ? closeCodes.refused : byCode[code]
  if (closeCode === undefined) return response
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  server.close(closeCode, code)
  return new Response(null, { status: 101, webSocket: client })
}
