import { syncs } from './sync/scenario'
import { realmScenarios } from './sync/scenarios/realm'
import { renderingScenarios } from './sync/scenarios/rendering'
import { exportScenarios } from './sync/scenarios/exports'
import { inviteScenarios } from './sync/scenarios/invites'
import { pictureScenarios } from './sync/scenarios/pictures'
import { dailyScenarios } from './sync/scenarios/daily'

syncs(realmScenarios)
syncs(renderingScenarios)
syncs(inviteScenarios)
syncs(exportScenarios)
syncs(pictureScenarios)
syncs(dailyScenarios)
