import { SquarePen } from 'lucide'
import { useCallback } from 'preact/hooks'
import { Button } from '../../../ui'
import type { Route } from '../../../routes/routes'
import { texts } from '../../../i18n'
import { Box } from './compose-box'
import { Drops } from './drops'
import { Writers } from './compose-banners'
import { keyOf, withoutReader, type ComposePlace, type Writer } from './recipient'
import { postingProblem } from './rights'
import { closeNewMessage, focusRequest, isNewMessageOpen, newMessageCount, openNewMessage } from './target'
import './compose.css'

// Loaded together with the compose box, so that a text can be put back while the page is offline.
export { restoreDraft } from './move-draft'

export interface ComposeProps {
  readonly session: Writer
  readonly place: Route
  /** The user presses the Up arrow in an empty box. */
  readonly onUp: () => void
}

/** The compose area below the messages: the compose box, or why the user cannot post. */
export function ComposeArea({ session, place, onUp }: ComposeProps) {
  const here = composePlaceOf(place, session.store.user_id)
  const where = isNewMessageOpen.value ? null : here
  const isConversation = where !== null && ('user_ids' in where || 'topic' in where)
  const reason = isConversation ? postingProblem(where, session.store) : null
  const isRefused = reason !== null
  const attachHere = useCallback(
    (files: readonly File[]) => {
      if (here === null && !isNewMessageOpen.peek()) openNewMessage()
      focusRequest.value = { key: keyOf(isNewMessageOpen.peek() ? null : here), files }
    },
    [keyOf(here)],
  )
  return (
    <section class="compose" aria-label={texts.compose.title}>
      <Drops onFiles={isRefused ? null : attachHere} />
      {isConversation && <Writers key={`writers ${keyOf(where)}`} store={session.store} to={where} />}
      {here === null && !isNewMessageOpen.value ? (
        <Button icon={SquarePen} onClick={() => openNewMessage()}>
          {texts.compose.begin}
        </Button>
      ) : isRefused ? (
        <p class="refused">{reason}</p>
      ) : (
        <Box
          key={where === null ? `new ${newMessageCount()}` : keyOf(where)}
          writer={session}
          where={where}
          awaited={focusRequest}
          onUp={onUp}
          {...(isNewMessageOpen.value ? { onClose: closeNewMessage } : { onElsewhere: () => openNewMessage() })}
        />
      )}
    </section>
  )
}

/** The conversation or stream in which the user writes; null if the route is a view. */
function composePlaceOf(place: Route, own_id: number): ComposePlace {
  if ('user_ids' in place) return withoutReader(place, own_id)
  return 'stream_id' in place ? place : null
}
