import type { Example } from '../../example'
import { of } from './example-requests'

const build = {
  buildId: '72',
  projectSlug: 'garden',
  platform: 'ANDROID',
  state: 'COMPLETED',
  appInfo: { appId: 'example.tidewater.garden', name: 'Garden', version: '2.1', buildNumber: 14 },
  gitInfo: { headRef: 'roses' },
  errorCode: null,
  errorMessage: null,
}

export const buildExamples: readonly Example[] = [
  {
    title: 'The size of an app is measured',
    ...of('preprod_artifact', 'size_analysis_completed', {
      ...build,
      downloadSize: 28_864_215,
      installSize: 30_806_016,
    }),
    message: {
      topic: 'garden / builds',
      content: `:check: **Garden 2.1 (14)** for Android of \`roses\` was measured.
* **Download size**: 28.9 MB
* **Installed size**: 30.8 MB`,
    },
  },
  {
    title: 'An app cannot be made ready to install',
    ...of('preprod_artifact', 'build_distribution_completed', {
      ...build,
      state: 'FAILED',
      errorCode: 'NO_QUOTA',
      errorMessage: 'No builds are left this month.',
    }),
    message: {
      topic: 'garden / builds',
      content: `:cross_mark: **Garden 2.1 (14)** for Android of \`roses\` could not be made ready to install.
\`\`\`quote
No builds are left this month.
\`\`\``,
    },
  },
]
