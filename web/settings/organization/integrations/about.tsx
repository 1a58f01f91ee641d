import { texts } from '../../../i18n'
import { useStore } from '../../../session/context'
import type { Integration } from './use-integrations'

/** Where an integration posts, in words. */
function usePlaceName({ stream_id, topic, owner_id, feed_url }: Integration): string {
  const store = useStore()
  const t = texts.organization.integrations.places
  if (stream_id === null)
    return owner_id === store.user_id ? t.self : t.owner(store.users.name(owner_id ?? 0) ?? texts.sidebar.somebody)
  const stream = store.streams.get(stream_id)
  if (stream === undefined) return t.unknown
  if (topic !== null) return t.topic(stream.name, topic)
  return (feed_url === null ? t.byEvent : t.byTitle)(stream.name)
}

/** Service, place, and who added the integration. */
export function About({ integration }: { integration: Integration }) {
  const store = useStore()
  const t = texts.organization.integrations
  const { service, service_details, owner_id, created_at } = integration
  const place = usePlaceName(integration)
  const date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium' }).format(created_at * 1000)
  const isOwn = owner_id === store.user_id
  return (
    <>
      <bdi>{service_details?.label ?? service}</bdi>
      {' · '}
      {place}
      <br />
      <bdi>
        {isOwn ? t.addedBySelf(date) : t.added(store.users.name(owner_id ?? 0) ?? texts.sidebar.somebody, date)}
      </bdi>
    </>
  )
}
