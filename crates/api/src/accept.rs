//! What a client accepts: lists of values with weights (RFC 9110, 12.4 and 12.5).

use http::{HeaderMap, HeaderName, header};

/// The values of a header of comma-separated values, over all its lines.
pub(crate) fn values(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(name).into_iter();
    lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .map(str::trim)
}

/// The values of such a header without their parameters, each with its weight from 0 (refused) to 1.
pub(crate) fn weighted(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = (&str, f32)> {
    values(headers, name).map(|value| (essence(value), weight(value)))
}

/// A value without its parameters.
pub(crate) fn essence(value: &str) -> &str {
    value.split(';').next().unwrap_or_default().trim()
}

/// The weight of a value: its `q`, 1 where there is none or where it is no number.
fn weight(value: &str) -> f32 {
    let q = value.split(';').skip(1).find_map(|parameter| {
        let (name, weight) = parameter.split_once('=')?;
        let is_weight = name.trim().eq_ignore_ascii_case("q");
        is_weight.then(|| weight.trim().parse::<f32>().ok())?
    });
    // A number to Rust is `inf` and `NaN` too.
    q.filter(|q| q.is_finite())
        .map_or(1.0, |q| q.clamp(0.0, 1.0))
}

/// How much `Accept` wants a media type: by weight, then by how exactly it is named: 3 in full, 2 as `text/*`, 1 as
/// `*/*`. The most exact range decides for each type (RFC 9110, 12.5.1). Nothing is (0, 0), what is refused (0, …).
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct Wish(f32, u8);

impl Wish {
    /// Of what `Accept` does not name.
    pub(crate) const NONE: Wish = Wish(0.0, 0);

    /// Whether the type is named in full.
    pub(crate) fn is_exact(self) -> bool {
        self.1 == 3
    }

    /// Whether the type is wanted at all.
    pub(crate) fn is_some(self) -> bool {
        self.0 > 0.0
    }
}

/// How much `Accept` wants a media type.
pub(crate) fn wish(headers: &HeaderMap, kind: &str) -> Wish {
    let group = kind.split('/').next().unwrap_or_default();
    let exactness = |range: &str| {
        let (first, second) = range.split_once('/')?;
        if range.eq_ignore_ascii_case(kind) {
            Some(3)
        } else if second == "*" && first.eq_ignore_ascii_case(group) {
            Some(2)
        } else {
            (range == "*/*").then_some(1)
        }
    };
    weighted(headers, header::ACCEPT)
        .filter_map(|(range, weight)| Some(Wish(weight, exactness(range)?)))
        .reduce(|best, wish| {
            let closer = (wish.1, wish.0) > (best.1, best.0);
            if closer { wish } else { best }
        })
        .unwrap_or(Wish::NONE)
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn accept(value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT, HeaderValue::from_static(value))])
    }

    #[test]
    fn the_most_exact_range_decides() {
        for (header, kind, wanted) in [
            ("", "text/html", Wish(0.0, 0)),
            ("*/*", "text/html", Wish(1.0, 1)),
            ("text/*;q=0.5, */*", "text/html", Wish(0.5, 2)),
            ("TEXT/HTML ; Q=0.25, */*", "text/html", Wish(0.25, 3)),
            ("text/html;q=0, */*", "text/html", Wish(0.0, 3)),
            ("text/html;level=1;q=0.5", "text/html", Wish(0.5, 3)),
            (
                "text/html;q=0.1, text/html;q=0.4",
                "text/html",
                Wish(0.4, 3),
            ),
            ("text/html;q=NaN", "text/html", Wish(1.0, 3)),
            ("text/html;q=inf, text/*;q=7", "text/plain", Wish(1.0, 2)),
            ("html, text, /, *", "text/html", Wish(0.0, 0)),
        ] {
            assert_eq!(wish(&accept(header), kind), wanted, "{header}");
        }
        let browser = accept("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");
        assert!(wish(&browser, "text/html") > wish(&browser, "application/json"));
    }
}
