import { activeAccount, sharesOf, type Account } from '../../accounts/account'
import { accountById } from '../../auth/queries'
import { tooMany } from '../../core/base/errors'
import { daySeconds, untilMidnight } from '../../core/base/units'
import { joinSteps, type Change, type Step, type SystemTurn } from '../../core/turn/change'
import { changeValues } from '../../settings/actions'
import { userSettings } from '../../settings/queries'
import { changeProperties } from '../../subscriptions/property-actions'
import { activeAmong } from '../../subscriptions/queries'
import { badLink } from './access'
import { mailings, type Mailing, type DisabledMails } from './mailings'
import { mailedStreams } from './queries'

/** How often somebody can subscribe again by the address in a mail. */
const resumeLimit = { maxAttempts: 20, seconds: daySeconds, inMemory: true } as const

/**
 * Turns the settings off that a person gets a mailing by, or turns on again what that turned off. Unsubscribing from what is off
 * changes nothing.
 */
export async function changeMailing(
  turn: SystemTurn,
  { mailing: { user_id, name }, undo }: { mailing: Mailing; undo: DisabledMails | null },
): Promise<Change<{ turned_off: DisabledMails }>> {
  const { sql, cached, realm_id, env, attempts, now } = turn
  const actor = activeAccount(await accountById(sql, realm_id, user_id))
  if (actor === null || actor.bot_type !== null) throw badLink()
  const shares = sharesOf(actor)
  const settings = await cached(userSettings, user_id)
  const streams = name === 'missed_messages' ? await mailedStreams(sql, user_id) : []
  if (undo === null) {
    const turned_off = { settings: mailings[name].filter((one) => settings[one]), stream_ids: streams }
    return { ...(await set(turn, actor, turned_off, false)), result: { turned_off }, shares }
  }
  if (env.RATE_LIMITS !== 'off') {
    attempts.take(`mailing of ${user_id}`, resumeLimit)
    if (!turn.hasShareLeft(shares)) throw tooMany(untilMidnight(now))
  }
  const subscribed = name === 'missed_messages' ? await activeAmong(sql, user_id, undo.stream_ids) : []
  const resumed = {
    settings: mailings[name].filter((one) => undo.settings.includes(one)),
    stream_ids: [...subscribed].filter((id) => !streams.includes(id)),
  }
  return {
    ...(await set(turn, actor, resumed, true)),
    result: { turned_off: { settings: [], stream_ids: [] } },
    shares,
  }
}

/** Turns settings and streams of a person on or off, as the person does it in the settings. */
async function set(
  turn: SystemTurn,
  actor: Account,
  { settings, stream_ids }: DisabledMails,
  value: boolean,
): Promise<Step> {
  const subscription_data = stream_ids.map((stream_id) => ({ stream_id, property: 'email_notifications', value }))
  return joinSteps(
    await changeValues({ ...turn, actor }, Object.fromEntries(settings.map((name) => [name, value]))),
    subscription_data.length === 0 ? null : await changeProperties({ ...turn, actor }, { subscription_data }),
  )
}
