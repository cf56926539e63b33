import { DataZoomComponent } from "echarts/components"
import { use } from "echarts/core"

/** Loaded at the first zoom of a drawing. */
use([DataZoomComponent])
