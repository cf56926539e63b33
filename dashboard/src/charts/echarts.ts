import { BarChart, LineChart, SankeyChart } from "echarts/charts"
import { GridComponent, MarkLineComponent, TooltipComponent } from "echarts/components"
import { init, use } from "echarts/core"
import { CanvasRenderer } from "echarts/renderers"

use([BarChart, LineChart, SankeyChart, GridComponent, MarkLineComponent, TooltipComponent, CanvasRenderer])

export { init }
