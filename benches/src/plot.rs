//! A plot of gains: a bar for each, its interval on it, and the noise floor as a band behind.

use crate::stats::Gain;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

/// What is drawn.
#[derive(Debug, Clone)]
pub(crate) struct Plot {
    /// The title.
    pub(crate) title: String,
    /// One below the other.
    pub(crate) panels: Vec<Panel>,
}

/// Bars on one axis.
#[derive(Debug, Clone)]
pub(crate) struct Panel {
    /// What the bars show.
    pub(crate) title: String,
    /// Half the width of the band of noise, in percent.
    pub(crate) floor: f64,
    /// From top to bottom.
    pub(crate) bars: Vec<(String, Gain)>,
}

const WIDTH: u32 = 900;
const TITLE_HEIGHT: u32 = 44;
const PANEL_TITLE_HEIGHT: u32 = 30;
const AXIS_HEIGHT: u32 = 34;
const BAR_HEIGHT: u32 = 26;
const LABELS_WIDTH: u32 = 300;

// A white ground of its own, so that it reads alike in light and dark viewers.
const GROUND: RGBColor = WHITE;
const INK: RGBColor = RGBColor(36, 41, 47);
const GRID: RGBColor = RGBColor(208, 215, 222);
const FLOOR: RGBColor = RGBColor(226, 230, 235);
const GAIN: RGBColor = RGBColor(46, 125, 80);
const LOSS: RGBColor = RGBColor(190, 70, 50);

impl Panel {
    fn height(&self) -> u32 {
        PANEL_TITLE_HEIGHT + AXIS_HEIGHT + BAR_HEIGHT * self.bars.len() as u32
    }

    /// From a bit below the least to a bit above the most, zero and the floor included.
    fn range(&self) -> [f64; 2] {
        let ends = self.bars.iter().flat_map(|(_, gain)| {
            let [low, high] = gain.interval.unwrap_or([gain.percent; 2]);
            [low, high, gain.percent]
        });
        let mut range = [-self.floor, self.floor];
        for end in ends.filter(|end| end.is_finite()) {
            range = [range[0].min(end), range[1].max(end)];
        }
        let margin = ((range[1] - range[0]) * 0.08).max(0.01);
        [range[0] - margin, range[1] + margin]
    }
}

impl Plot {
    /// As SVG; `None` where it cannot be drawn, which is no reason to lose what was measured.
    pub(crate) fn svg(&self) -> Option<String> {
        let mut svg = String::new();
        let panels: u32 = self.panels.iter().map(Panel::height).sum();
        let size = (WIDTH, TITLE_HEIGHT + panels + 10);
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        let drawn = self.draw(&root).and_then(|()| root.present());
        drop(root);
        match drawn {
            Ok(()) => Some(svg),
            Err(error) => {
                eprintln!("the plot cannot be drawn: {error}");
                None
            }
        }
    }

    fn draw<B: DrawingBackend>(
        &self,
        root: &DrawingArea<B, Shift>,
    ) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
        root.fill(&GROUND)?;
        let style = ("sans-serif", 19).into_font().color(&INK);
        root.draw(&Text::new(self.title.clone(), (14, 14), style))?;
        let mut rest = root.split_vertically(TITLE_HEIGHT).1;
        for panel in &self.panels {
            let (area, below) = rest.split_vertically(panel.height());
            draw_panel(panel, &area)?;
            rest = below;
        }
        Ok(())
    }
}

fn draw_panel<B: DrawingBackend>(
    panel: &Panel,
    area: &DrawingArea<B, Shift>,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    let [low, high] = panel.range();
    let rows = panel.bars.len() as f64;
    let title = ("sans-serif", 15).into_font().color(&INK);
    area.draw(&Text::new(panel.title.clone(), (14, 8), title))?;
    let mut chart = ChartBuilder::on(area)
        .margin_top(PANEL_TITLE_HEIGHT)
        .margin_right(24)
        .margin_left(LABELS_WIDTH)
        .x_label_area_size(AXIS_HEIGHT)
        .build_cartesian_2d(low..high, 0.0..rows)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(INK)
        .x_labels(9)
        .x_label_formatter(&|percent| format!("{percent:+.1} %"))
        .label_style(("sans-serif", 12).into_font().color(&INK))
        .draw()?;
    let plane = chart.plotting_area();
    plane.draw(&Rectangle::new(
        [(-panel.floor, 0.0), (panel.floor, rows)],
        FLOOR.filled(),
    ))?;
    for (row, (label, gain)) in panel.bars.iter().enumerate() {
        draw_bar(plane, rows - 0.5 - row as f64, gain)?;
        let middle = PANEL_TITLE_HEIGHT as i32 + (BAR_HEIGHT as i32) * row as i32 + 8;
        let style = ("sans-serif", 13).into_font().color(&INK);
        area.draw(&Text::new(format!("{label}: {gain}"), (14, middle), style))?;
    }
    plane.draw(&PathElement::new([(0.0, 0.0), (0.0, rows)], INK))
}

fn draw_bar<B: DrawingBackend>(
    plane: &DrawingArea<B, Cartesian2d<RangedCoordf64, RangedCoordf64>>,
    y: f64,
    gain: &Gain,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    let colour = if gain.percent < 0.0 { LOSS } else { GAIN };
    plane.draw(&Rectangle::new(
        [(0.0, y - 0.3), (gain.percent, y + 0.3)],
        colour.mix(0.75).filled(),
    ))?;
    let Some([low, high]) = gain.interval.filter(|[low, high]| low < high) else {
        return Ok(());
    };
    for [from, to] in [
        [(low, y), (high, y)],
        [(low, y - 0.18), (low, y + 0.18)],
        [(high, y - 0.18), (high, y + 0.18)],
    ] {
        plane.draw(&PathElement::new([from, to], INK.stroke_width(2)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_intervals_and_the_floor_are_drawn() {
        let gain = |percent: f64| Gain {
            percent,
            interval: Some([percent - 2.0, percent + 3.0]),
            of_medians: percent,
        };
        let plot = Plot {
            title: "a title".to_owned(),
            panels: vec![Panel {
                title: "wall".to_owned(),
                floor: 1.5,
                bars: vec![
                    ("one".to_owned(), gain(14.8)),
                    ("two".to_owned(), gain(-4.0)),
                    ("three".to_owned(), Gain::exact(1.0, 2.0)),
                ],
            }],
        };
        let svg = plot.svg().expect("an SVG");
        assert!(svg.starts_with("<svg"), "{svg}");
        for part in [
            "a title",
            "one: +14.8 % [+12.8, +17.8]",
            "two: -4.0 %",
            "#2E7D50",
            "#BE4632",
            "#E2E6EB",
        ] {
            assert!(svg.contains(part), "{part} in {svg}");
        }
        assert!(svg.matches("<polyline").count() >= 7, "{svg}");
        assert!(plot.panels[0].range()[0] < -6.0);
    }
}
