import type { Example } from '../../example'

const of = (payload: object): Pick<Example, 'headers' | 'payload'> => ({
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  payload: `payload=${encodeURIComponent(
    JSON.stringify({
      id: 9001,
      number: '42',
      type: 'push',
      status_message: 'Passed',
      build_url: 'https://app.travis-ci.com/tidewater/garden/builds/9001',
      branch: 'main',
      commit: '1b2c3d4e5f60718293a4b5c6d7e8f90123456789',
      compare_url: 'https://github.com/tidewater/garden/compare/0a1b2c3d4e5f...1b2c3d4e5f60',
      repository: { name: 'garden', owner_name: 'tidewater' },
      ...payload,
    }),
  )}`,
})

export const examples: readonly Example[] = [
  {
    title: 'A build passes',
    ...of({}),
    message: {
      topic: 'garden / main',
      content:
        ':check: **[Build #42](https://app.travis-ci.com/tidewater/garden/builds/9001)** passed on `main` at [1b2c3d4e5f](https://github.com/tidewater/garden/compare/0a1b2c3d4e5f...1b2c3d4e5f60).',
    },
  },
  {
    title: 'A build fails',
    ...of({ status_message: 'Broken' }),
    message: {
      topic: 'garden / main',
      content:
        ':cross_mark: **[Build #42](https://app.travis-ci.com/tidewater/garden/builds/9001)** failed on `main` at [1b2c3d4e5f](https://github.com/tidewater/garden/compare/0a1b2c3d4e5f...1b2c3d4e5f60).',
    },
  },
  {
    title: 'A build fails again',
    ...of({ status_message: 'Still Failing' }),
    message: {
      topic: 'garden / main',
      content:
        ':cross_mark: **[Build #42](https://app.travis-ci.com/tidewater/garden/builds/9001)** still fails on `main` at [1b2c3d4e5f](https://github.com/tidewater/garden/compare/0a1b2c3d4e5f...1b2c3d4e5f60).',
    },
  },
  {
    title: 'A build of a pull request passes again',
    ...of({
      type: 'pull_request',
      status_message: 'Fixed',
      pull_request_number: 7,
      pull_request_title: 'Water the roses',
      compare_url: 'https://github.com/tidewater/garden/pull/7',
    }),
    message: {
      topic: 'garden / PR #7 Water the roses',
      content:
        ':check: **[Build #42](https://app.travis-ci.com/tidewater/garden/builds/9001)** passed again for [PR #7 Water the roses](https://github.com/tidewater/garden/pull/7).',
    },
  },
]
