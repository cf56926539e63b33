import { ScanApiError } from "../../../client/index.ts"

/** Resolves once something is deleted, even if another tab or a program deleted it before. */
export const untilGone = async (deletion: Promise<unknown>): Promise<void> => {
  try {
    await deletion
  } catch (error) {
    if (!(error instanceof ScanApiError) || error.status !== 404) throw error
  }
}
