import { DATA_VERSION } from "../../fixtures/dataVersion.ts"
import { version as engineVersion } from "../../package.json"

/** Versions that decide the figures of a report: the service, and a hash of its shipped data. */
export interface Versions {
  engineVersion: string
  dataVersion: string
}

/** Versions of this code. */
export const VERSIONS: Versions = { engineVersion, dataVersion: DATA_VERSION }

/** Versions of a stored report; null in reports of version 0.1.0. */
export interface StoredVersions {
  engineVersion: string | null
  dataVersion: string | null
}

export const areOfThisCode = ({ engineVersion: engine, dataVersion: data }: StoredVersions): boolean =>
  engine === VERSIONS.engineVersion && data === VERSIONS.dataVersion
