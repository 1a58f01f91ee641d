import type { Example } from '../../example'
import { of, page } from './example-requests'

const sha = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'
const commit = { url: `${page}/-/commit/${sha}` }
const pipeline = { id: 42, ref: 'main', sha, url: `${page}/-/pipelines/42` }
const deployment = {
  deployment_id: 3,
  environment: 'production',
  environment_external_url: 'https://garden.example.com',
  ref: 'main',
  short_sha: '0a1b2c3d',
  commit_url: commit.url,
}

export const buildExamples: readonly Example[] = [
  {
    title: 'A pipeline runs',
    ...of('pipeline', { object_attributes: { ...pipeline, status: 'running' }, commit }),
    message: {
      topic: 'garden / main',
      content:
        ':working_on_it: **[Pipeline #42](https://gitlab.com/tidewater/garden/-/pipelines/42)** is running on `main` at [0a1b2c3d4e](https://gitlab.com/tidewater/garden/-/commit/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567).',
    },
  },
  {
    title: 'A pipeline passes',
    ...of('pipeline', { object_attributes: { ...pipeline, status: 'success' }, commit }),
    message: {
      topic: 'garden / main',
      content:
        ':check: **[Pipeline #42](https://gitlab.com/tidewater/garden/-/pipelines/42)** passed on `main` at [0a1b2c3d4e](https://gitlab.com/tidewater/garden/-/commit/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567).',
    },
  },
  {
    title: 'A pipeline fails',
    ...of('pipeline', { object_attributes: { ...pipeline, status: 'failed' }, commit }),
    message: {
      topic: 'garden / main',
      content:
        ':cross_mark: **[Pipeline #42](https://gitlab.com/tidewater/garden/-/pipelines/42)** failed on `main` at [0a1b2c3d4e](https://gitlab.com/tidewater/garden/-/commit/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567).',
    },
  },
  {
    title: 'A pipeline waits for a job that somebody must start',
    ...of('pipeline', { object_attributes: { ...pipeline, status: 'manual' }, commit }),
    message: {
      topic: 'garden / main',
      content:
        ':time_ticking: **[Pipeline #42](https://gitlab.com/tidewater/garden/-/pipelines/42)** is waiting for a manual job on `main` at [0a1b2c3d4e](https://gitlab.com/tidewater/garden/-/commit/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567).',
    },
  },
  {
    title: 'A pipeline is created',
    ...of('pipeline', { object_attributes: { ...pipeline, status: 'created' }, commit }),
    message: null,
  },
  {
    title: 'A job fails',
    ...of('build', { build_id: 9, build_name: 'lint', build_status: 'failed', ref: 'main', sha }),
    message: {
      topic: 'garden / main',
      content:
        ':cross_mark: Job **[lint](https://gitlab.com/tidewater/garden/-/jobs/9)** failed on `main` at `0a1b2c3d4e`.',
    },
  },
  {
    title: 'A deployment succeeds',
    ...of('deployment', { ...deployment, status: 'success' }),
    message: {
      topic: 'garden / deployments',
      content:
        ':check: **[Deployment to production](https://garden.example.com/)** of `main` by **Ada Park** succeeded.',
    },
  },
  {
    title: 'A deployment fails',
    ...of('deployment', { ...deployment, status: 'failed' }),
    message: {
      topic: 'garden / deployments',
      content:
        ':cross_mark: **[Deployment to production](https://garden.example.com/)** of `main` by **Ada Park** failed.',
    },
  },
]
