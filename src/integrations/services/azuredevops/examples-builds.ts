import type { Example } from '../../example'
import { ada, bo, of, page } from './example-requests'

const build = {
  id: 42,
  buildNumber: '20260601.2',
  definition: { name: 'Tests' },
  requestedFor: ada,
  sourceBranch: 'refs/heads/main',
  sourceVersion: '1b2c3d4e5f60718293a4b5c6d7e8f90123456789',
  _links: { web: { href: `${page}/_build/results?buildId=42` } },
}
const run = {
  id: 43,
  name: '20260601.3',
  state: 'completed',
  result: 'succeeded',
  _links: { web: { href: `${page}/_build/results?buildId=43` } },
}
const pipeline = { name: 'Watering' }
const release = {
  name: 'Spring-3',
  createdBy: ada,
  releaseDefinition: { name: 'Spring' },
  _links: { web: { href: `${page}/_release?releaseId=3` } },
}
const environment = { name: 'Production', status: 'succeeded' }
const approval = { status: 'approved', approver: bo, releaseEnvironment: { name: 'Production' } }

export const buildExamples: readonly Example[] = [
  {
    title: 'A build passes',
    ...of('build.complete', { ...build, status: 'completed', result: 'succeeded' }),
    message: {
      topic: 'Tests / main',
      content:
        ':check: **[Build 20260601.2](https://dev.azure.com/tidewater/garden/_build/results?buildId=42)** for **Ada Park** passed on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A build fails',
    ...of('build.complete', { ...build, status: 'completed', result: 'failed' }),
    message: {
      topic: 'Tests / main',
      content:
        ':cross_mark: **[Build 20260601.2](https://dev.azure.com/tidewater/garden/_build/results?buildId=42)** for **Ada Park** failed on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A build fails in part',
    ...of('build.complete', { ...build, status: 'completed', result: 'partiallySucceeded' }),
    message: {
      topic: 'Tests / main',
      content:
        ':cross_mark: **[Build 20260601.2](https://dev.azure.com/tidewater/garden/_build/results?buildId=42)** for **Ada Park** failed in part on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A run of a pipeline begins',
    ...of('ms.vss-pipelines.run-state-changed-event', {
      run: { ...run, state: 'inProgress', result: undefined },
      pipeline,
    }),
    message: {
      topic: 'Watering',
      content:
        ':working_on_it: **[Run 20260601.3](https://dev.azure.com/tidewater/garden/_build/results?buildId=43)** is running.',
    },
  },
  {
    title: 'A run of a pipeline passes',
    ...of('ms.vss-pipelines.run-state-changed-event', { run, pipeline }),
    message: {
      topic: 'Watering',
      content: ':check: **[Run 20260601.3](https://dev.azure.com/tidewater/garden/_build/results?buildId=43)** passed.',
    },
  },
  {
    title: 'A stage fails',
    ...of('ms.vss-pipelines.stage-state-changed-event', {
      stage: { name: 'deploy', displayName: 'Deploy', state: 'completed', result: 'failed' },
      run,
      pipeline,
    }),
    message: {
      topic: 'Watering',
      content:
        ':cross_mark: Stage **Deploy** of **[Run 20260601.3](https://dev.azure.com/tidewater/garden/_build/results?buildId=43)** failed.',
    },
  },
  {
    title: 'A stage waits for an approval',
    ...of('ms.vss-pipelinechecks-events.approval-pending', {
      approval: { id: 'a1', status: 'pending' },
      stageName: 'Deploy',
      run,
      pipeline,
    }),
    message: {
      topic: 'Watering',
      content:
        ':time_ticking: Stage **Deploy** of **[Run 20260601.3](https://dev.azure.com/tidewater/garden/_build/results?buildId=43)** is waiting for an approval.',
    },
  },
  {
    title: 'A stage is approved',
    ...of('ms.vss-pipelinechecks-events.approval-completed', {
      approval: { id: 'a1', status: 'approved' },
      stageName: 'Deploy',
      run,
      pipeline,
    }),
    message: {
      topic: 'Watering',
      content:
        ':check: Stage **Deploy** of **[Run 20260601.3](https://dev.azure.com/tidewater/garden/_build/results?buildId=43)** was approved.',
    },
  },
  {
    title: 'A release is created',
    ...of('ms.vss-release.release-created-event', { release }),
    message: {
      topic: 'Spring',
      content:
        '**[Release Spring-3](https://dev.azure.com/tidewater/garden/_release?releaseId=3)** was created by **Ada Park**.',
    },
  },
  {
    title: 'A release is abandoned',
    ...of('ms.vss-release.release-abandoned-event', { release }),
    message: {
      topic: 'Spring',
      content:
        ':prohibited: **[Release Spring-3](https://dev.azure.com/tidewater/garden/_release?releaseId=3)** was abandoned.',
    },
  },
  {
    title: 'A deployment begins',
    ...of('ms.vss-release.deployment-started-event', { release, environment }),
    message: {
      topic: 'Spring',
      content:
        ':working_on_it: Deployment of **[Release Spring-3](https://dev.azure.com/tidewater/garden/_release?releaseId=3)** to **Production** is running.',
    },
  },
  {
    title: 'A deployment succeeds',
    ...of('ms.vss-release.deployment-completed-event', { release, environment }),
    message: {
      topic: 'Spring',
      content:
        ':check: Deployment of **[Release Spring-3](https://dev.azure.com/tidewater/garden/_release?releaseId=3)** to **Production** succeeded.',
    },
  },
  {
    title: 'A deployment waits for an approval',
    ...of('ms.vss-release.deployment-approval-pending-event', {
      release,
      approval: { ...approval, status: 'pending' },
    }),
    message: {
      topic: 'Spring',
      content:
        ':time_ticking: Deployment of **[Release Spring-3](https://dev.azure.com/tidewater/garden/_release?releaseId=3)** to **Production** is waiting for an approval by **Bo Li**.',
    },
  },
  {
    title: 'A deployment is approved',
    ...of('ms.vss-release.deployment-approval-completed-event', { release, approval }),
    message: {
      topic: 'Spring',
      content:
        ':check: Deployment of **[Release Spring-3](https://dev.azure.com/tidewater/garden/_release?releaseId=3)** to **Production** was approved.',
    },
  },
]
