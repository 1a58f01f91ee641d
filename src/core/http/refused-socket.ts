import { closeCodes } from '../live/connections'
import { isUpgrade } from './request'

/** The close code that means the same as a refusal with this code. */
const byCode: Readonly<Record<string, number>> = { BAD_EVENT_QUEUE_ID: closeCodes.unknownQueue }

/**
 * Turns the refusal of a WebSocket into an open socket that is closed at once, if a page of this origin asked for it and its session
 * or queue has ended. The close has the code for that, and the refusal's own code as its reason. Without this, the browser would
 * not tell the page why, and would log an error. All other responses stay as they are.
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
