import type { Client, EndReason } from '../../client'
import type { LoginMark } from './login-mark'

/** A message to the other windows of this browser: a session has begun (`why` is null) or has ended. */
type Word = { readonly mark: LoginMark; readonly why: null } | { readonly mark: LoginMark; readonly why: EndReason }

const channel = new BroadcastChannel('rivulet sessions')

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is no window
export const tellWindows = (word: Word): void => channel.postMessage(word)

/** Listens to other windows. Returns a function that stops it. */
export function onWord(listen: (word: Word) => void): () => void {
  const onMessage = ({ data }: MessageEvent<Word>): void => listen(data)
  channel.addEventListener('message', onMessage)
  return () => channel.removeEventListener('message', onMessage)
}

/**
 * Ends the client of this window when another window reports that the session has ended or that another user logged in. This is
 * sooner than a refusal by the server, and works offline.
 */
export const followWindows = (client: Client, own: LoginMark): (() => void) =>
  onWord(({ mark, why }) => {
    const isOwn = mark.text === own.text
    if (why === null && mark.user_id !== own.user_id) void client.end('other_account')
    else if (why !== null && isOwn) void client.end(why)
  })
