import { texts } from '../../../i18n'
import { formatList } from '../../../i18n/format'
import { dialogs, personAddress } from '../../../routes/dialogs'
import { Button } from '../../../ui'
import { SaveStatus, Section, useConfirming, useSaveState } from '../../../ui/form'
import { About } from './about'
import { PostingForm } from './posting-form'
import { postingChoicesOf } from './posting-choices'
import type { Integration } from './use-integrations'
import './integrations.css'

interface PostingProps {
  readonly integration: Integration
  readonly onChanged: () => void
}

/** Service, bot and owner of an integration, what it posts and where, and a form to change that. */
export function Posting({ integration, onChanged }: PostingProps) {
  const t = texts.integrationPage
  const saving = useSaveState()
  const { isAsked: isChanging, root } = useConfirming('select, button')
  const { bot_id, has_secret, service_details: service } = integration

  function finish(): void {
    isChanging.value = false
    onChanged()
  }

  return (
    <Section title={t.posting}>
      <p class="hint">
        <About integration={integration} />
        {service?.source === 'webhook' && (
          <>
            <br />
            <EventSummary integration={integration} />
          </>
        )}
        {service !== undefined && service.secret_made_by !== null && (
          <>
            <br />
            {has_secret ? t.signed : t.unsigned}
          </>
        )}
      </p>
      <div ref={root} class="posting">
        {isChanging.value ? (
          <PostingForm
            integration={integration}
            saving={saving}
            onSaved={finish}
            onCancel={() => (isChanging.value = false)}
          />
        ) : (
          <div class="buttons">
            <Button onClick={() => (isChanging.value = true)}>{t.change}</Button>
            <a class="link" href={personAddress(bot_id)}>
              {t.profile}
            </a>
            <a class="link" href={`${dialogs.bots}/${bot_id}`}>
              {t.botSettings}
            </a>
          </div>
        )}
      </div>
      <SaveStatus of={saving} />
    </Section>
  )
}

/** Up to this many events are named; more are counted. */
const maxNamedEvents = 5

/** Which events are posted, in words. */
function EventSummary({ integration }: { integration: Integration }) {
  const t = texts.integrationPage
  const all = integration.service_details?.events ?? []
  const { events } = postingChoicesOf(integration, all)
  if (events === null) return <>{t.allEvents}</>
  if (events.length > maxNamedEvents) return <>{t.someEvents(events.length, all.length)}</>
  return <bdi>{events.length === 0 ? t.noEvents : t.onlyEvents(formatList(events))}</bdi>
}
