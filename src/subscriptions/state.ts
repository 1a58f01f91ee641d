import type { StateOf } from '../events/part'
import { settingsOfUsers } from '../settings/queries'
import { streamsFound, subscribersFound, type FoundStream } from './visible-streams'
import { generalSettings, inheriting, streamNotJoined, subscription } from './schema'

/** Streams that the account is subscribed to, once was, and never was (register, Streams). */
export const subscriptionsState: StateOf = async ({ sql, actor, input }) => {
  const [found, settings, subscribers] = await Promise.all([
    streamsFound(sql, actor),
    settingsOfUsers(sql, [actor.id]),
    input.include_subscribers ? subscribersFound(sql, actor) : null,
  ])
  const general = generalSettings(settings.get(actor.id)!)
  const capabilities = Object.keys(input.client_capabilities).filter((name) => input.client_capabilities[name])
  const subscribersOf = ({ id }: FoundStream) => (subscribers === null ? undefined : (subscribers.get(id) ?? []))
  const shown = (row: FoundStream) => inheriting(subscription(row, subscribersOf(row)), general, capabilities)
  return {
    subscriptions: found.filter(({ active }) => active === 1).map(shown),
    unsubscribed: found.filter(({ active }) => active === 0).map(shown),
    never_subscribed: found
      .filter(({ active }) => active === null)
      .map((row) => streamNotJoined(row, subscribersOf(row))),
  }
}
