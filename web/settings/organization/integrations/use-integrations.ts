import { useEffect, useRef } from 'preact/hooks'
import type { AnswerOf } from '../../../../client'
import { maySeeBot } from '../../../../client/policies'
import { useSession } from '../../../session/context'
import { useLoaded } from '../../../ui/form'
import type { Bot } from '../bots/rights'

/** A service in the catalogue, whose events can become messages. */
export type Service = AnswerOf<'GET /integrations'>['integrations'][number]

/** What an integration posts, and where. */
export type IntegrationChoices = AnswerOf<'GET /realm/integrations'>['integrations'][number]

/** An integration with its bot. */
export interface Integration extends IntegrationChoices {
  readonly bot: Bot
  /** Undefined if the server no longer has the service. */
  readonly service_details: Service | undefined
}

/**
 * The catalogue of services, and the integrations with active bots that the current user may see, the oldest first. Loads the list
 * again when such a bot appears; what was changed about an integration has no event, so call `loading.load` after a change.
 */
export function useIntegrations() {
  const { ask, store } = useSession()
  const catalogue = useRef<AnswerOf<'GET /integrations'> | null>(null)
  const loading = useLoaded(async () => {
    const [{ integrations }, services] = await Promise.all([
      ask('GET /realm/integrations'),
      catalogue.current ?? ask('GET /integrations'),
    ])
    catalogue.current = services
    return { integrations, services: services.integrations }
  })
  const bots = store.state.realm_bots.value.filter((bot) => bot.is_active && maySeeBot(bot, store))
  const botIds = bots.map(({ user_id }) => user_id).join()
  const loadedBotIds = useRef(botIds)
  useEffect(() => {
    if (loadedBotIds.current !== botIds) void loading.load()
    loadedBotIds.current = botIds
  }, [botIds])

  const data = loading.data.value
  const integrations = (data?.integrations ?? []).flatMap((choices): readonly Integration[] => {
    const bot = bots.find(({ user_id }) => user_id === choices.bot_id)
    if (bot === undefined) return []
    const service_details = data?.services.find(({ name }) => name === choices.service)
    return [{ ...choices, owner_id: bot.owner_id, bot, service_details }]
  })
  return { loading, services: data?.services ?? [], integrations }
}
