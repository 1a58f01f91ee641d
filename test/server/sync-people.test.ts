import { syncs } from './sync/scenario'
import { userScenarios } from './sync/scenarios/users'
import { botScenarios } from './sync/scenarios/bots'
import { groupScenarios } from './sync/scenarios/user-groups'
import { passwordResetScenarios } from './sync/scenarios/password-resets'
import { profileFieldScenarios } from './sync/scenarios/profile-fields'

syncs(userScenarios)
syncs(botScenarios)
syncs(groupScenarios)
syncs(passwordResetScenarios)
syncs(profileFieldScenarios)
