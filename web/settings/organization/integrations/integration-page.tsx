import { Deactivation } from '../bots/deactivation'
import { Deliveries } from './deliveries'
import { FeedSetting } from './feed-setting'
import { NewAddress } from './new-address'
import { NewSecret } from './new-secret'
import { Posting } from './posting'
import { ServiceSecret } from './service-secret'
import { SetupSteps } from './setup-steps'
import { TestMessage } from './test-message'
import type { Integration } from './use-integrations'

interface IntegrationPageProps {
  readonly integration: Integration
  /** Called after a change, to load the list again. */
  readonly onChanged: () => void
}

/** The page of one integration, for the owner of its bot and administrators. */
export function IntegrationPage({ integration, onChanged }: IntegrationPageProps) {
  const { bot, bot_id, feed_url, service_details: service } = integration
  const isFeed = service?.source === 'feed'
  return (
    <>
      <Posting integration={integration} onChanged={onChanged} />
      {isFeed && <FeedSetting integration={integration} onChanged={onChanged} />}
      <TestMessage bot_id={bot_id} />
      <Deliveries key={feed_url} bot_id={bot_id} />
      {service?.source === 'webhook' && <SetupSteps service={service} />}
      {service?.secret_made_by === 'service' && <ServiceSecret bot_id={bot_id} service={service} onSaved={onChanged} />}
      {service?.secret_made_by === 'us' && <NewSecret bot_id={bot_id} service={service} />}
      {service?.source === 'webhook' && <NewAddress bot_id={bot_id} service={service} />}
      <Deactivation bot={bot} />
    </>
  )
}
