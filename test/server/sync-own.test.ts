import { syncs } from './sync/scenario'
import { ownScenarios } from './sync/scenarios/own'
import { presenceScenarios } from './sync/scenarios/presence'
import { scheduledScenarios } from './sync/scenarios/scheduled'
import { statusScenarios } from './sync/scenarios/status'
import { toolScenarios } from './sync/scenarios/tools'
import { loginScenarios } from './sync/scenarios/logins'
import { fileScenarios } from './sync/scenarios/files'

syncs(ownScenarios)
syncs(scheduledScenarios)
syncs(statusScenarios)
syncs(presenceScenarios)
syncs(loginScenarios)
syncs(fileScenarios)
syncs(toolScenarios)
