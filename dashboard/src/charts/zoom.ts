import { DataZoomComponent } from "echarts/components"
import { use } from "echarts/core"

/** Loaded when a drawing is first zoomed. */
use([DataZoomComponent])
