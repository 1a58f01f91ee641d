import { notShown, type WebhookIntegration } from '../../integration'
import { secretInHeader } from '../../signatures'
import * as builds from './builds'
import * as group from './group'
import * as items from './items'
import * as notes from './notes'
import * as pushes from './pushes'
import * as releases from './releases'

export const gitlab: WebhookIntegration = {
  name: 'gitlab',
  label: 'GitLab',
  source: 'webhook',
  category: 'code',
  documentation: 'https://docs.gitlab.com/user/project/integrations/webhook_events/',
  signature: secretInHeader('X-Gitlab-Token'),
  secretMadeBy: 'us',
  deliveryIdOf: ({ headers }) => headers.get('Idempotency-Key'),
  eventOf: ({ payload }) => payload.firstText('object_kind', 'event_name'),
  steps: [
    { open: ['Settings', 'Webhooks'] },
    { press: 'Add new webhook' },
    { paste: 'address', into: 'URL' },
    { paste: 'secret', into: 'Secret token' },
    { events: 'Trigger' },
    { press: 'Add webhook' },
  ],
  events: {
    push: pushes.push,
    tag_push: pushes.tagPush,
    issue: items.issues,
    // Tasks and incidents, which have the fields of issues.
    work_item: items.issues,
    merge_request: items.mergeRequests,
    note: notes.note,
    wiki_page: releases.wikiPage,
    pipeline: builds.pipeline,
    build: builds.job,
    deployment: builds.deployment,
    feature_flag: releases.featureFlag,
    release: releases.release,
    milestone: releases.milestone,
    vulnerability: releases.vulnerability,
    access_token: releases.accessToken,
    // Reactions say little, and there are many.
    emoji: notShown,
    user_add_to_group: group.memberAdded,
    user_remove_from_group: group.memberRemoved,
    user_update_for_group: group.memberChanged,
    user_access_request_to_group: group.accessRequested,
    user_access_request_denied_for_group: notShown,
    subgroup_create: group.subgroupCreated,
    subgroup_destroy: group.subgroupDeleted,
    project_create: group.projectCreated,
    project_destroy: group.projectDeleted,
  },
}
