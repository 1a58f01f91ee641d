import { heartbeat, refusalMark } from './connections'
import { refusalResponse, type Refusal } from '../base/errors'

/** A client that has waited for this many seconds gets a heartbeat (events, Behaviour). */
const heartbeatSeconds = (): number => 45 + Math.random() * 10

/** If the object does not answer with the heartbeat in this many seconds, the connection counts as lost. */
const timeoutSeconds = 15

/**
 * Holds a client's request (a long poll) until the realm object answers on the connection. The object may sleep meanwhile, and
 * waiting costs the Worker no processor time. Answers null if the connection was lost: the request may be sent again.
 */
export function longPoll(socket: WebSocket): Promise<Response | null> {
  return new Promise((resolve) => {
    let timer = setTimeout(() => {
      socket.send(heartbeat)
      timer = setTimeout(() => end(null), timeoutSeconds * 1000)
    }, heartbeatSeconds() * 1000)
    const end = (answer: Response | null) => {
      clearTimeout(timer)
      resolve(answer)
    }
    socket.addEventListener('message', ({ data }) => {
      end(responseOf(data as string))
      socket.close()
    })
    socket.addEventListener('close', () => end(null))
    socket.addEventListener('error', () => end(null))
    socket.accept()
  })
}

function responseOf(text: string): Response {
  if (text.startsWith(refusalMark)) return refusalResponse(JSON.parse(text.slice(1)) as Refusal)
  return new Response(text, { headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } })
}
