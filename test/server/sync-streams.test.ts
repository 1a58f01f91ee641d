import { syncs } from './sync/scenario'
import { streamScenarios } from './sync/scenarios/streams'
import { subscriptionScenarios } from './sync/scenarios/subscriptions'
import { defaultStreamScenarios } from './sync/scenarios/default-streams'

syncs(streamScenarios)
syncs(subscriptionScenarios)
syncs(defaultStreamScenarios)
