import { type Conversation, conversationKey, conversationOf, type Message } from '../../../../client'
import { nameOf } from '../compose/names'
import { focusComposer } from '../compose/target'
import { hrefOf, isTopic, route } from '../../../routes/routes'
import { moveDraft } from '../compose/move-draft'
import { loadOtherTexts, texts } from '../../../i18n'
import { isMove } from '../message'
import type { Session } from '../../../session/open'
import { showToast } from '../../../ui'

/** The message as it is now; undefined if it was deleted, or if the server cannot be reached. */
async function find({ store, ask }: Session, id: number): Promise<Message | undefined> {
  const known = store.messages.get(id)
  if (known !== undefined) return known
  try {
    return (await ask('GET /messages/{message_id}', { message_id: id })).message
  } catch {
    return undefined
  }
}

/** Goes to the conversation that the message `last` is in now, and takes the draft along. */
export async function follow(session: Session, from: Conversation, last: number): Promise<void> {
  const { store } = session
  const message = await find(session, last)
  const to = message && conversationOf(message, store.user_id)
  const openRoute = route.peek()
  // The user may have gone elsewhere meanwhile.
  if (openRoute === null || !isTopic(openRoute) || conversationKey(openRoute) !== conversationKey(from)) return
  if (to === undefined || conversationKey(to) === conversationKey(from)) return
  const isWriting = Boolean(document.activeElement?.closest('.compose textarea'))
  moveDraft(session, from, to)
  location.replace(hrefOf(to, store))
  if (isWriting) focusComposer(to, store.user_id)
  const [last_edit] = message?.edit_history ?? []
  // Say nothing if the user moved it themselves, or if the topic was only resolved.
  if (last_edit?.user_id !== store.user_id && (last_edit === undefined || isMove(last_edit)))
    await loadOtherTexts().then(() => showToast(texts.move.followed(nameOf(to, store))))
}
