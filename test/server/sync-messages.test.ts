import { syncs } from './sync/scenario'
import { messageScenarios } from './sync/scenarios/messages'
import { editScenarios } from './sync/scenarios/edits'
import { flagScenarios } from './sync/scenarios/flags'

syncs(messageScenarios)
syncs(editScenarios)
syncs(flagScenarios)
