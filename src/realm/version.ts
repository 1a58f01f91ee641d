import { version as release } from '../../package.json'

/** The version of the Zulip API that the server speaks, and its feature level (objects, Versioning). */
export const version = {
  service_version: '5.0',
  service_merge_base: '5.0',
  service_feature_level: 121,
}

/** The release of the server. */
export const rivulet_version: string = release

/** A release raises this number if clients must load everything again (events, restart). */
export const server_generation = 1
