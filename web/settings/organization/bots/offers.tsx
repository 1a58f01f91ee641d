import type { BotOffer } from '../../../session/bot-offers'
import { SaveStatus, Section, useSaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { Button, showToast } from '../../../ui'
import { useSession } from '../../../session/context'
import { sizeText } from '../../../lib/size'
import { Account } from '../list-and-one'

interface OffersProps {
  readonly offers: readonly BotOffer[]
  /** Called when the current user has become the owner of a bot. */
  readonly onAccepted: (bot_id: number) => void
  /** Called after the last offer. The focus is lost then, because its button has left the DOM. */
  readonly onEmpty: () => void
}

/** Bots that others offer to the current user, who can accept or decline. */
export function Offers({ offers, onAccepted, onEmpty }: OffersProps) {
  const t = texts.organization.bots
  return (
    <Section title={t.offers}>
      <p>{t.offersMean}</p>
      <ul class="rows">
        {offers.map((offer) => (
          <Offer
            key={offer.bot_id}
            offer={offer}
            onAccepted={() => onAccepted(offer.bot_id)}
            onDeclined={() => {
              if (offers.length === 1) onEmpty()
            }}
          />
        ))}
      </ul>
    </Section>
  )
}

interface OfferProps {
  readonly offer: BotOffer
  readonly onAccepted: () => void
  readonly onDeclined: () => void
}

function Offer({ offer, onAccepted, onDeclined }: OfferProps) {
  const { ask, store } = useSession()
  const t = texts.organization.bots
  const saving = useSaveState()
  const { bot_id, offered_by, expires_at, storage_bytes } = offer
  const { users } = store
  const nameOf = (id: number): string => users.name(id) ?? ''
  const name = nameOf(bot_id)
  const until = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium' }).format(
    expires_at * 1000,
  )

  async function accept(): Promise<void> {
    if (!(await saving.save(() => ask('POST /bots/{bot_id}/offer/accept', { bot_id })))) return
    showToast(t.isYours(name))
    onAccepted()
  }

  async function decline(): Promise<void> {
    const heading = document.activeElement?.closest('section')?.querySelector<HTMLElement>('h3')
    if (!(await saving.save(() => ask('DELETE /bots/{bot_id}/offer', { bot_id })))) return
    showToast(t.wasDeclined(name))
    heading?.focus()
    onDeclined()
  }

  return (
    <li class="wrapping">
      <Account
        user={users.get(bot_id) ?? { user_id: bot_id, full_name: name, avatar_url: null }}
        about={
          <>
            <bdi>{t.offeredBy(nameOf(offered_by))}</bdi>
            {' · '}
            {t.until(until)}
            <br />
            {t.storesUpTo(sizeText(storage_bytes))}
          </>
        }
      >
        <div class="buttons">
          <Button kind="main" aria-label={t.acceptOf(name)} onClick={() => void accept()}>
            {t.accept}
          </Button>
          <Button aria-label={t.declineOf(name)} onClick={() => void decline()}>
            {t.decline}
          </Button>
        </div>
      </Account>
      <SaveStatus of={saving} />
    </li>
  )
}
