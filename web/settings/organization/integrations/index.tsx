import { useSignal } from '@preact/signals'
import { mayAdministerBot } from '../../../../client/policies'
import { texts } from '../../../i18n'
import { rank } from '../../../lib/rank'
import { useStore } from '../../../session/context'
import { Button } from '../../../ui'
import { Loading, More } from '../../../ui/form'
import { Filter } from '../../../ui/list'
import { Account, ListAndOne, useOpenItem } from '../list-and-one'
import { About } from './about'
import { IntegrationPage } from './integration-page'
import { NewIntegration } from './new-integration'
import { mayAddIntegration } from './rights'
import { useIntegrations, type Integration } from './use-integrations'

/** Up to this many integrations, no search box is shown. */
const maxWithoutSearch = 8

/** The user's own integrations; all integrations for an administrator. */
export function Integrations() {
  const store = useStore()
  const t = texts.organization.integrations
  const { opened, open } = useOpenItem('integrations')
  const typed = useSignal('')
  const { loading, services, integrations } = useIntegrations()
  const isLoaded = loading.data.value !== null
  const mayAdd = mayAddIntegration(store)
  const found = rank(integrations, typed.value, {
    names: ({ bot, service, service_details, feed_url, stream_id, topic, owner_id }) => [
      bot.full_name,
      service_details?.label ?? service,
      feed_url ?? '',
      store.streams.get(stream_id ?? 0)?.name ?? '',
      topic ?? '',
      store.users.name(owner_id ?? 0) ?? '',
    ],
    maxResults: Infinity,
  })

  return (
    <ListAndOne item={{ opened: isLoaded ? opened : null, open }} back={t.all} one={oneOf()}>
      <p class="hint">{t.hint}</p>
      {mayAdd && (
        <div class="buttons">
          <Button data-one="new" onClick={() => open('new')}>
            {t.add}
          </Button>
        </div>
      )}
      {integrations.length > maxWithoutSearch && (
        <Filter name={t.find} value={typed.value} onType={(text) => (typed.value = text)} />
      )}
      <Loading of={loading} texts={texts.settings} />
      {isLoaded && integrations.length === 0 && (
        <p class="hint">
          {t.none} {mayAdd && t.noneAdvice}
        </p>
      )}
      {integrations.length > 0 && found.length === 0 && <p class="hint">{t.notFound}</p>}
      <More key={typed.value} items={found}>
        {(integration) => <Row key={integration.bot_id} integration={integration} onOpen={open} />}
      </More>
    </ListAndOne>
  )

  function oneOf() {
    if (opened === 'new')
      return mayAdd ? { title: t.add, content: <NewIntegration services={services} onFinish={open} /> } : null
    const integration = integrations.find(({ bot_id }) => bot_id === opened)
    if (integration === undefined || !mayAdministerBot(integration.bot, store)) return null
    return {
      title: integration.bot.full_name,
      content: <IntegrationPage integration={integration} onChanged={() => void loading.load()} />,
    }
  }
}

function Row({ integration, onOpen }: { integration: Integration; onOpen: (bot_id: number) => void }) {
  const store = useStore()
  const t = texts.organization.integrations
  const { bot, bot_id } = integration
  return (
    <li>
      <Account user={bot} about={<About integration={integration} />}>
        {mayAdministerBot(bot, store) && (
          <Button data-one={bot_id} aria-label={t.openOf(bot.full_name)} onClick={() => onOpen(bot_id)}>
            {t.open}
          </Button>
        )}
      </Account>
    </li>
  )
}
