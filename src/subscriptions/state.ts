import type { StateOf } from '../events/part'
import { settingsOfUsers } from '../settings/queries'
import { visibleStreams, visibleSubscribers, type VisibleStream } from './visible-streams'
import { generalSettings, withInherited, streamNotJoined, subscription } from './schema'

/** Streams that the account is subscribed to, was once subscribed to, and never was (register, Streams). */
export const subscriptionsState: StateOf = async ({ sql, actor, input }) => {
  const [visible, settings, subscribers] = await Promise.all([
    visibleStreams(sql, actor),
    settingsOfUsers(sql, [actor.id]),
    input.include_subscribers ? visibleSubscribers(sql, actor) : null,
  ])
  const general = generalSettings(settings.get(actor.id)!)
  const capabilities = Object.keys(input.client_capabilities).filter((name) => input.client_capabilities[name])
  const subscribersOf = ({ id }: VisibleStream) => (subscribers === null ? undefined : (subscribers.get(id) ?? []))
  const subscriptionOf = (row: VisibleStream) =>
    withInherited(subscription(asKnown(row), subscribersOf(row)), general, capabilities)
  return {
    subscriptions: visible.filter(({ active }) => active === 1).map(subscriptionOf),
    unsubscribed: visible.filter(({ active }) => active === 0).map(subscriptionOf),
    never_subscribed: visible
      .filter(({ active }) => active === null)
      .map((row) => streamNotJoined(row, subscribersOf(row))),
  }
}

/** The stream without changes from after the account lost access (behaviour, Losing access). */
const asKnown = (row: VisibleStream): VisibleStream =>
  row.is_closed
    ? { ...row, name: row.known_name, description: '', rendered_description: '', weekly_traffic: null }
    : row
