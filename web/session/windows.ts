import type { Client, EndReason } from '../../client'
import type { LoginMark } from './login-mark'

/** What the windows of this browser tell each other: a session is there from now on, or has ended. */
type Word = { readonly mark: LoginMark; readonly why: null } | { readonly mark: LoginMark; readonly why: EndReason }

const channel = new BroadcastChannel('rivulet sessions')

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is no window
export const tellWindows = (word: Word): void => channel.postMessage(word)

/** Listens to other windows. What it returns ends that. */
export function onWord(listen: (word: Word) => void): () => void {
  const onMessage = ({ data }: MessageEvent<Word>): void => listen(data)
  channel.addEventListener('message', onMessage)
  return () => channel.removeEventListener('message', onMessage)
}

/**
 * Ends the client of this window when another window says that its session has ended, or that somebody else is logged in: sooner than
 * the server would refuse it, and also without a network.
 */
export const followWindows = (client: Client, own: LoginMark): (() => void) =>
  onWord(({ mark, why }) => {
    const isOwn = mark.text === own.text
    if (why === null && mark.user_id !== own.user_id) void client.end('other_account')
    else if (why !== null && isOwn) void client.end(why)
  })
